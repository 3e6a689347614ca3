import assert from "node:assert/strict";
import { test } from "node:test";
import { randomFrom } from "../random.ts";
import { check, checkPlacements, type Violation } from "./checker.ts";
import type { CargoItem, LoadingProblem, Placement } from "./problem.ts";
import { solve } from "./solve.ts";

const cube = (id: string, more: Partial<CargoItem> = {}): CargoItem => ({
  id,
  length_mm: 2,
  width_mm: 2,
  height_mm: 2,
  quantity: 1,
  weight_g: 10,
  ...more,
});

const at = (item_id: string, x_mm: number, y_mm: number, z_mm: number, size = [2, 2, 2]): Placement => ({
  item_id,
  step: 1,
  x_mm,
  y_mm,
  z_mm,
  size_x_mm: size[0]!,
  size_y_mm: size[1]!,
  size_z_mm: size[2]!,
});

const space = { id: "box", length_mm: 6, width_mm: 4, height_mm: 4 };

const CASES: {
  name: string;
  problem: Partial<LoadingProblem>;
  placements: Placement[];
  kinds: Violation["kind"][];
}[] = [
  { name: "nothing", problem: {}, placements: [at("a", 0, 0, 0), at("b", 2, 0, 0)], kinds: [] },
  { name: "a wall", problem: {}, placements: [at("a", 5, 0, 0)], kinds: ["outside"] },
  { name: "another item", problem: {}, placements: [at("a", 0, 0, 0), at("b", 1, 0, 0)], kinds: ["overlap"] },
  { name: "its sides", problem: {}, placements: [at("a", 0, 0, 0, [1, 2, 4])], kinds: ["orientation"] },
  { name: "support", problem: {}, placements: [at("a", 0, 0, 0), at("b", 1, 0, 2)], kinds: ["support"] },
  {
    name: "half of its support",
    problem: { support_share: 0.5 },
    placements: [at("a", 0, 0, 0), at("b", 1, 0, 2)],
    kinds: [],
  },
  {
    name: "a contour",
    problem: {
      spaces: [
        {
          ...space,
          contour: [
            { y_mm: 0, z_mm: 0 },
            { y_mm: 4, z_mm: 0 },
            { y_mm: 4, z_mm: 2 },
            { y_mm: 2, z_mm: 4 },
            { y_mm: 0, z_mm: 4 },
          ],
        },
      ],
    },
    placements: [at("a", 0, 2, 0), at("b", 0, 2, 2)],
    kinds: ["contour"],
  },
  {
    name: "an obstacle",
    problem: {
      spaces: [
        { ...space, obstacles: [{ x_mm: 1, y_mm: 0, z_mm: 0, size_x_mm: 1, size_y_mm: 1, size_z_mm: 1 }] },
      ],
    },
    placements: [at("a", 0, 0, 0)],
    kinds: ["obstacle"],
  },
  {
    name: "the door",
    problem: { spaces: [{ ...space, door: { wall: "end", width_mm: 4, height_mm: 1 } }] },
    placements: [at("a", 0, 0, 0)],
    kinds: ["door"],
  },
  {
    name: "the payload",
    problem: { spaces: [{ ...space, payload_g: 19 }] },
    placements: [at("a", 0, 0, 0), at("b", 2, 0, 0)],
    kinds: ["payload"],
  },
  {
    name: "an axle",
    problem: {
      spaces: [{ ...space, axles: { front: { x_mm: 0, max_g: 9 }, rear: { x_mm: 6, max_g: 19 } } }],
    },
    placements: [at("a", 0, 0, 0), at("b", 0, 2, 0)],
    kinds: ["axle_load"],
  },
  {
    name: "the axle that bears more once the first stop is unloaded",
    problem: {
      spaces: [
        {
          ...space,
          axles: { front: { x_mm: 2, empty_g: 10, max_g: 20 }, rear: { x_mm: 4, empty_g: 10, max_g: 99 } },
        },
      ],
      items: [cube("a", { stop: 2, weight_g: 10 }), cube("b", { stop: 1, weight_g: 40 })],
    },
    placements: [at("a", 0, 0, 0), at("b", 4, 0, 0)],
    kinds: ["axle_load"],
  },
  {
    name: "the floor",
    problem: { spaces: [{ ...space, floor_load_g_m2: 4e6 }] },
    placements: [at("a", 0, 0, 0), at("b", 0, 0, 2)],
    kinds: ["floor_load"],
  },
  {
    name: "what the lowest of three carries",
    problem: {
      items: [cube("a", { max_load_g: 15, height_mm: 1 }), cube("b", { height_mm: 1, quantity: 2 })],
    },
    placements: [at("a", 0, 0, 0, [2, 2, 1]), at("b", 0, 0, 1, [2, 2, 1]), at("b", 0, 0, 2, [2, 2, 1])],
    kinds: ["stacking"],
  },
  {
    name: "an item that carries nothing",
    problem: { items: [cube("a", { max_load_g: 0 }), cube("b", { weight_g: 0 })] },
    placements: [at("a", 0, 0, 0), at("b", 0, 0, 2)],
    kinds: ["stacking"],
  },
  {
    name: "an item for the floor",
    problem: { items: [cube("a"), cube("b", { bottom_only: true })] },
    placements: [at("a", 0, 0, 0), at("b", 0, 0, 2)],
    kinds: ["bottom_only"],
  },
  {
    name: "labels that are kept apart",
    problem: {
      items: [cube("a", { labels: ["3"] }), cube("b", { labels: ["5.1"] })],
      keep_apart: [["5.1", "3"]],
    },
    placements: [at("a", 0, 0, 0), at("b", 4, 2, 0)],
    kinds: ["kept_apart"],
  },
  {
    name: "a label that may not come in",
    problem: { items: [cube("a", { labels: ["cold"] })], spaces: [{ ...space, excluded_labels: ["cold"] }] },
    placements: [at("a", 0, 0, 0)],
    kinds: ["excluded"],
  },
  {
    name: "the stop before, seen from the door",
    problem: { items: [cube("a", { stop: 1 }), cube("b", { stop: 2 })] },
    placements: [at("a", 0, 0, 0), at("b", 4, 1, 0)],
    kinds: ["stop_order"],
  },
  {
    name: "the stop before, from above",
    problem: { items: [cube("a", { stop: 1 }), cube("b", { stop: 2 })] },
    placements: [at("a", 0, 0, 0), at("b", 0, 0, 2)],
    kinds: ["stop_order"],
  },
  {
    name: "the order of loading",
    problem: {},
    placements: [at("a", 4, 0, 0), at("b", 0, 0, 0)],
    kinds: ["order"],
  },
];

for (const { name, problem, placements, kinds } of CASES)
  test(`finds what breaks ${name}`, () => {
    const solved = { items: [cube("a"), cube("b")], spaces: [space], ...problem };
    assert.deepEqual(
      checkPlacements(solved, "box", placements).map(({ kind }) => kind),
      kinds,
    );
  });

/** Decides by cells of one millimetre what the checker decides by intervals. */
function judgeByCells(problem: LoadingProblem, placements: readonly Placement[]): Set<Violation["kind"]> {
  const kinds = new Set<Violation["kind"]>();
  const { length_mm, width_mm, height_mm } = problem.spaces[0]!;
  const cells = new Map<string, number>();
  const key = (x: number, y: number, z: number) => `${x},${y},${z}`;
  const each = (
    { x_mm, y_mm, z_mm, size_x_mm, size_y_mm, size_z_mm }: Placement,
    visit: (x: number, y: number, z: number) => void,
  ) => {
    for (let x = x_mm; x < x_mm + size_x_mm; x++) {
      for (let y = y_mm; y < y_mm + size_y_mm; y++)
        for (let z = z_mm; z < z_mm + size_z_mm; z++) visit(x, y, z);
    }
  };
  const getStop = (n: number) => problem.items.find(({ id }) => id === placements[n]!.item_id)?.stop ?? 0;
  for (const [n, placement] of placements.entries()) {
    each(placement, (x, y, z) => {
      if (x < 0 || y < 0 || z < 0 || x >= length_mm || y >= width_mm || z >= height_mm) kinds.add("outside");
      if (cells.has(key(x, y, z))) kinds.add("overlap");
      cells.set(key(x, y, z), n);
    });
  }
  if (kinds.size > 0) return kinds;
  for (const [n, placement] of placements.entries()) {
    each(placement, (x, y, z) => {
      if (z === placement.z_mm && z > 0 && !cells.has(key(x, y, z - 1))) kinds.add("support");
      const inTheWay = (other: number | undefined) => {
        if (other === undefined || other === n) return;
        if (other < n) kinds.add("order");
        if (getStop(other) > getStop(n)) kinds.add("stop_order");
      };
      for (let beyond = x + 1; beyond < length_mm; beyond++) inTheWay(cells.get(key(beyond, y, z)));
      for (let above = z + 1; above < height_mm; above++) inTheWay(cells.get(key(x, y, above)));
    });
  }
  return kinds;
}

test("agrees with a judgement by cells on random placements", () => {
  const random = randomFrom(7);
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  let clean = 0;
  for (let round = 0; round < 4000; round++) {
    const items = Array.from({ length: 1 + upTo(3) }, (_, n): CargoItem => {
      const sides = { length_mm: 1 + upTo(2), width_mm: 1 + upTo(2), height_mm: 1 + upTo(1) };
      return { id: `${n}`, ...sides, quantity: 1, stop: upTo(2) };
    });
    const problem: LoadingProblem = {
      items,
      spaces: [{ id: "box", length_mm: 5, width_mm: 4, height_mm: 3 }],
    };
    const placements = items.map(({ id, length_mm, width_mm, height_mm }) =>
      at(id, upTo(4), upTo(3), random() < 0.6 ? 0 : upTo(2), [length_mm, width_mm, height_mm]),
    );
    const kinds = new Set(checkPlacements(problem, "box", placements).map(({ kind }) => kind));
    const expected = judgeByCells(problem, placements);
    if (kinds.has("outside") || kinds.has("overlap")) {
      assert.ok(expected.has("outside") || expected.has("overlap"), `round ${round}`);
      continue;
    }
    assert.deepEqual(
      [...kinds].sort(),
      [...expected].sort(),
      `round ${round}: ${JSON.stringify(placements)}`,
    );
    if (kinds.size === 0) clean++;
  }
  assert.ok(clean > 300, `only ${clean} are valid`);
});

test("finds wrong figures, missing items and wrong bounds of a solution", () => {
  const problem: LoadingProblem = {
    items: [cube("a", { quantity: 5 })],
    spaces: [{ ...space, axles: { front: { x_mm: 0, max_g: 500 }, rear: { x_mm: 6, max_g: 500 } } }],
  };
  const solution = solve(problem, { seed: 1, iterations: 50, now: () => 0 });
  assert.deepEqual(check(problem, solution), []);
  const spoil = (change: (copy: typeof solution) => void) => {
    const copy = structuredClone(solution);
    change(copy);
    return check(problem, copy).map(({ kind }) => kind);
  };
  assert.ok(spoil((copy) => copy.spaces[0]!.placements.pop()).includes("quantity"));
  assert.deepEqual(
    spoil((copy) => (copy.spaces[0]!.metrics.axle_loads![0]!.rear_g += 2)),
    ["arithmetic"],
  );
  assert.deepEqual(
    spoil((copy) => (copy.spaces[0]!.metrics.centre_of_gravity!.z_mm += 1)),
    ["arithmetic"],
  );
  assert.deepEqual(
    spoil((copy) => (copy.totals.weight_g += 1)),
    ["arithmetic"],
  );
  assert.deepEqual(
    spoil((copy) => (copy.volume_bound_mm3 -= 1000)),
    ["bound"],
  );
  assert.deepEqual(
    spoil((copy) => (copy.spaces_bound = 2)),
    ["bound"],
  );
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { randomFrom } from "../random.ts";
import { check } from "./checker.ts";
import type { CargoItem, CargoSpace, LoadingProblem, LoadingSolution } from "./problem.ts";
import { InvalidLoadingProblem } from "./problem.ts";
import { solve } from "./solve.ts";

const box = (
  id: string,
  [length_mm, width_mm, height_mm]: [number, number, number],
  more: Partial<CargoItem> = {},
) => ({
  id,
  length_mm,
  width_mm,
  height_mm,
  quantity: 1,
  ...more,
});

const van: CargoSpace = { id: "van", length_mm: 3000, width_mm: 1700, height_mm: 1800 };

function run(problem: LoadingProblem, iterations = 100): LoadingSolution {
  const solution = solve(problem, { seed: 1, iterations, now: () => 0 });
  assert.deepEqual(check(problem, solution), []);
  return solution;
}

const listUnplaced = ({ unplaced }: LoadingSolution) =>
  unplaced.map(({ item_id, quantity, reason }) => [item_id, quantity, reason]);

test("a door smaller than its space keeps out what the space would hold", () => {
  const space: CargoSpace = { ...van, door: { wall: "end", width_mm: 1600, height_mm: 1500 } };
  const upright = ["height" as const];
  const solution = run({
    spaces: [space],
    items: [
      box("tall", [800, 800, 1600], { upright }),
      box("low", [800, 800, 1500], { upright, quantity: 4 }),
    ],
  });
  assert.deepEqual(listUnplaced(solution), [["tall", 1, "door_too_small"]]);
  // Laid down it passes.
  const turned = run({ spaces: [space], items: [box("tall", [800, 800, 1600])] });
  assert.deepEqual(turned.unplaced, []);
});

test("items stay within the contour of a unit load device", () => {
  // A lower-deck container: its floor is narrower than its top.
  const contour = [
    { y_mm: 0, z_mm: 0 },
    { y_mm: 1560, z_mm: 0 },
    { y_mm: 2010, z_mm: 450 },
    { y_mm: 2010, z_mm: 1630 },
    { y_mm: 0, z_mm: 1630 },
  ];
  const space: CargoSpace = { id: "LD3", length_mm: 1530, width_mm: 2010, height_mm: 1630, contour };
  const solution = run({ spaces: [space], items: [box("carton", [500, 400, 400], { quantity: 40 })] });
  assert.ok(solution.totals.items >= 30, `${solution.totals.items} in the device`);
  const full_solution = run({
    spaces: [{ ...space, contour: undefined! }].map(({ contour: _, ...rest }) => rest),
    items: [box("pole", [1900, 300, 300], { upright: ["height"] })],
  });
  assert.deepEqual(full_solution.unplaced, []);
  const pole = run({ spaces: [space], items: [box("pole", [1900, 300, 300], { upright: ["height"] })] });
  assert.deepEqual(listUnplaced(pole), [["pole", 1, "too_large"]]);
});

test("an axle is at its limit before the space is full", () => {
  const axles = {
    front: { x_mm: -1000, empty_g: 900_000, max_g: 1_600_000 },
    rear: { x_mm: 2200, empty_g: 700_000, max_g: 1_500_000 },
  };
  const items = [box("drum", [600, 600, 900], { quantity: 20, weight_g: 150_000, upright: ["height"] })];
  const free = run({ spaces: [van], items });
  assert.deepEqual(free.unplaced, []);
  const limited = run({ spaces: [{ ...van, axles }], items });
  assert.ok(limited.totals.items >= 7 && limited.totals.items < 12, `${limited.totals.items} drums`);
  assert.deepEqual(listUnplaced(limited)[0]?.[2], "axle_load");
  const [loads] = limited.spaces[0]!.metrics.axle_loads!;
  assert.ok(loads!.front_g <= 1_600_000 && loads!.rear_g <= 1_500_000);
});

test("keeps labels apart that may not meet, in another space if there is one", () => {
  const items = [
    box("acid", [500, 500, 500], { labels: ["8"], quantity: 2 }),
    box("peroxide", [500, 500, 500], { labels: ["5.2"], quantity: 2 }),
  ];
  const keep_apart: [string, string][] = [["8", "5.2"]];
  const one = run({ spaces: [van], items, keep_apart });
  assert.deepEqual(
    one.unplaced.map(({ quantity, reason }) => [quantity, reason]),
    [[2, "kept_apart"]],
  );
  const two = run({ spaces: [{ ...van, count: 2 }], items, keep_apart });
  assert.deepEqual([two.totals.spaces, two.unplaced], [2, []]);
});

test("leaves out what is too heavy for the floor, the payload or a space that excludes it", () => {
  const solution = run({
    spaces: [{ ...van, floor_load_g_m2: 1_000_000, payload_g: 900_000, excluded_labels: ["frozen"] }],
    items: [
      box("safe", [500, 500, 1000], { weight_g: 400_000, upright: ["height"] }),
      box("slab", [1000, 1000, 100], { weight_g: 950_000, upright: ["height"] }),
      box("peas", [300, 300, 300], { labels: ["frozen"] }),
      box("crate", [1000, 500, 300], { weight_g: 300_000, quantity: 4, upright: ["height"] }),
    ],
  });
  assert.deepEqual(listUnplaced(solution), [
    ["safe", 1, "floor_load"],
    ["slab", 1, "too_heavy"],
    ["peas", 1, "excluded"],
    ["crate", 1, "payload"],
  ]);
});

test("stacks only what carries, and what may stand on something", () => {
  const tower: CargoSpace = { id: "tower", length_mm: 500, width_mm: 500, height_mm: 2000 };
  const count = (more: Partial<CargoItem>) =>
    run({
      spaces: [tower],
      items: [box("box", [500, 500, 400], { quantity: 5, weight_g: 10_000, upright: ["height"], ...more })],
    }).totals.items;
  assert.equal(count({}), 5);
  assert.equal(count({ max_load_g: 20_000 }), 3);
  assert.equal(count({ max_load_g: 0 }), 1);
  assert.equal(count({ bottom_only: true }), 1);
});

test("loads stops in reverse, with a free way to the door for each", () => {
  const random = randomFrom(3);
  const side = () => 200 + Math.floor(random() * 5) * 100;
  const items = Array.from({ length: 24 }, (_, n) =>
    box(`${n}`, [side(), side(), side()], { stop: 1 + (n % 6), weight_g: 5000, quantity: 2 }),
  );
  for (const wall of ["end", "side", "top"] as const) {
    const door = { wall, width_mm: 3000, height_mm: 3000 };
    const solution = run({ spaces: [{ ...van, door }], items });
    assert.ok(solution.totals.items >= 40, `${wall}: ${solution.totals.items} of 48`);
    const stops = solution.spaces[0]!.placements.map(({ item_id }) => 1 + (Number(item_id) % 6));
    assert.deepEqual(
      stops,
      stops.toSorted((a, b) => b - a),
    );
  }
});

test("goes around obstacles and rests on none", () => {
  const arch = (y_mm: number) => ({
    x_mm: 1000,
    y_mm,
    z_mm: 0,
    size_x_mm: 800,
    size_y_mm: 250,
    size_z_mm: 300,
  });
  const solution = run({
    spaces: [{ ...van, obstacles: [arch(0), arch(1450)] }],
    items: [box("carton", [400, 300, 300], { quantity: 300 })],
  });
  assert.ok(solution.spaces[0]!.metrics.fill_percent > 75);
});

test("uses the smallest space that takes everything, and as few as it can", () => {
  const spaces: CargoSpace[] = [
    { id: "large", length_mm: 6000, width_mm: 2000, height_mm: 2000, count: 2 },
    { id: "small", length_mm: 2000, width_mm: 1000, height_mm: 1000, count: 2 },
  ];
  const few = run({ spaces, items: [box("cube", [500, 500, 500], { quantity: 16 })] });
  assert.deepEqual(
    few.spaces.map(({ space_id }) => space_id),
    ["small"],
  );
  assert.equal(few.gap_percent, 0);
  const many = run({ spaces, items: [box("cube", [500, 500, 500], { quantity: 200 })] });
  assert.deepEqual(
    many.spaces.map(({ space_id }) => space_id),
    ["large", "small"],
  );
});

test("gives the same plan for the same seed and iterations", () => {
  const random = randomFrom(5);
  const side = () => 150 + Math.floor(random() * 600);
  const problem: LoadingProblem = {
    spaces: [van],
    items: Array.from({ length: 30 }, (_, n) => box(`${n}`, [side(), side(), side()], { quantity: 3 })),
  };
  const [one, other] = [run(problem, 300), run(problem, 300)];
  assert.deepEqual(one, other);
  assert.ok(one.unplaced.length > 0);
});

test("refuses a problem that contradicts itself, and names the field", () => {
  const options = { seed: 1, iterations: 1, now: () => 0 };
  const refusal = (problem: LoadingProblem, message: RegExp) =>
    assert.throws(
      () => solve(problem, options),
      (error: Error) => error instanceof InvalidLoadingProblem && message.test(error.message),
    );
  refusal({ spaces: [van], items: [box("a", [0, 1, 1])] }, /items\[0\]\.length_mm/);
  refusal({ spaces: [van, van], items: [] }, /spaces\[1\]\.id/);
  const bent = [0, 1, 2].map((n) => ({ y_mm: n, z_mm: n }));
  refusal({ spaces: [{ ...van, contour: bent }], items: [] }, /contour must be convex/);
  refusal(
    { spaces: [{ ...van, axles: { front: { x_mm: 5, max_g: 1 }, rear: { x_mm: 5, max_g: 1 } } }], items: [] },
    /front must be before/,
  );
});

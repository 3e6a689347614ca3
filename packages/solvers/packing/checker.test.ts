import assert from "node:assert/strict";
import { test } from "node:test";
import { check, type Violation } from "./checker.ts";
import type { PackingProblem, PackingSolution, Placement } from "./problem.ts";

const problem: PackingProblem = {
  items: [
    { id: "tin", length_mm: 10, width_mm: 10, height_mm: 10, quantity: 4, weight_g: 100, max_load_g: 150 },
    {
      id: "lamp",
      length_mm: 20,
      width_mm: 10,
      height_mm: 10,
      quantity: 1,
      weight_g: 50,
      upright: ["height"],
      max_load_g: 0,
      group: "glass",
    },
    { id: "iron", length_mm: 10, width_mm: 10, height_mm: 5, quantity: 1, weight_g: 140, group: "metal" },
  ],
  packagings: [
    {
      id: "box",
      inner: { length_mm: 40, width_mm: 10, height_mm: 30 },
      outer: { length_mm: 42, width_mm: 12, height_mm: 32 },
      max_weight_g: 800,
      tare_g: 20,
      cost: 3,
      stock: 1,
    },
    {
      id: "bag",
      inner: { length_mm: 20, width_mm: 20, height_mm: 20 },
      outer: { length_mm: 20, width_mm: 20, height_mm: 20 },
    },
  ],
  fill_cap_percent: 90,
  separate_groups: [["glass", "soap"]],
  support_share: 0.5,
};

function put(
  item_id: string,
  at: [number, number, number],
  size: [number, number, number],
  more: Partial<Placement> = {},
): Placement {
  return {
    item_id,
    x_mm: at[0],
    y_mm: at[1],
    z_mm: at[2],
    size_x_mm: size[0],
    size_y_mm: size[1],
    size_z_mm: size[2],
    count_x: 1,
    count_y: 1,
    count_z: 1,
    ...more,
  };
}

/** Four tins in two stacks, the lamp beside them, the iron on the floor. */
const valid: PackingSolution = {
  packages: [
    {
      packaging_id: "box",
      placements: [
        put("tin", [0, 0, 0], [10, 10, 10], { count_z: 2 }),
        put("tin", [10, 0, 0], [10, 10, 10], { count_z: 2 }),
        put("iron", [20, 0, 0], [10, 10, 5]),
        put("lamp", [0, 0, 20], [20, 10, 10]),
      ],
      weight_g: 610,
      volume_mm3: 6500,
    },
  ],
  unpacked: [],
  totals: { packages: 1, outer_volume_mm3: 16128, cost: 3, weight_g: 610, items: 6, volume_mm3: 6500 },
  lower_bound_mm3: 8000,
  optimal: false,
  iterations: 1,
  elapsed_ms: 0,
  cancelled: false,
};

type Edit = (solution: PackingSolution, problem: PackingProblem) => void;

const [CUBE, LAMP] = [
  [10, 10, 10],
  [20, 10, 10],
] as [number, number, number][];

const faults: [name: string, expected: Violation["kind"], edit: Edit][] = [
  ["an unknown packaging", "unknown_packaging", ({ packages }) => (packages[0]!.packaging_id = "crate")],
  ["an unknown item", "unknown_item", ({ packages }) => (packages[0]!.placements[2]!.item_id = "gold")],
  [
    "an item twice",
    "quantity",
    ({ packages }) => packages[0]!.placements.push(put("iron", [30, 0, 0], [10, 10, 5])),
  ],
  ["an item nowhere", "quantity", ({ packages }) => packages[0]!.placements.pop()],
  [
    "an item packed and unpacked",
    "quantity",
    ({ unpacked }) => unpacked.push({ item_id: "tin", quantity: 1, reason: "out_of_stock" }),
  ],
  [
    "more packages than in stock",
    "stock",
    ({ packages }) => packages.push({ ...packages[0]!, placements: [] }),
  ],
  ["an item through a wall", "outside", ({ packages }) => (packages[0]!.placements[2]!.x_mm = 31)],
  ["an item below the floor", "outside", ({ packages }) => (packages[0]!.placements[2]!.z_mm = -1)],
  ["two items in one place", "overlap", ({ packages }) => (packages[0]!.placements[2]!.x_mm = 15)],
  ["an item that is too small", "orientation", ({ packages }) => (packages[0]!.placements[2]!.size_z_mm = 4)],
  [
    "an item on its side that must stand",
    "orientation",
    ({ packages }) =>
      Object.assign(packages[0]!.placements[3]!, { x_mm: 30, z_mm: 0, size_x_mm: 10, size_z_mm: 20 }),
  ],
  ["too much weight", "weight", (_, { packagings }) => (packagings[0]!.max_weight_g = 609)],
  ["a fill above the cap", "fill_cap", (_, one) => (one.fill_cap_percent = 54)],
  ["groups that must not meet", "groups", (_, one) => (one.separate_groups = [["metal", "glass"]])],
  ["an item in the air", "support", ({ packages }) => (packages[0]!.placements[2]!.z_mm = 1)],
  ["an item that rests on too little", "support", ({ packages }) => (packages[0]!.placements[3]!.x_mm = 11)],
  [
    "weight on what carries none",
    "load",
    ({ packages }) =>
      packages[0]!.placements.splice(
        2,
        2,
        put("lamp", [20, 0, 0], LAMP!),
        put("iron", [20, 0, 10], [10, 10, 5]),
      ),
  ],
  [
    "more weight than an item carries, through another",
    "load",
    ({ packages }) =>
      packages[0]!.placements.splice(
        0,
        2,
        put("tin", [0, 0, 0], CUBE!, { count_z: 3 }),
        put("tin", [10, 0, 0], CUBE!),
      ),
  ],
  ["a step that goes under an earlier one", "order", ({ packages }) => packages[0]!.placements.reverse()],
  ["a wrong weight", "arithmetic", ({ packages }) => (packages[0]!.weight_g = 600)],
  ["a wrong total", "arithmetic", ({ totals }) => (totals.outer_volume_mm3 = 1)],
  ["a bound above the solution", "bound", (solution) => (solution.lower_bound_mm3 = 16129)],
  ["an optimum that is not proved", "bound", (solution) => (solution.optimal = true)],
];

test("accepts a valid packing", () => assert.deepEqual(check(problem, valid), []));

for (const [name, expected, edit] of faults) {
  test(`finds ${name}`, () => {
    const [solution, changed] = [structuredClone(valid), structuredClone(problem)];
    edit(solution, changed);
    const kinds = check(changed, solution).map(({ kind }) => kind);
    assert.ok(kinds.includes(expected), `found ${kinds.join(", ") || "nothing"}`);
  });
}

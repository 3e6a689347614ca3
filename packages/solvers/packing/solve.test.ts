import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { randomFrom } from "../random.ts";
import { check } from "./checker.ts";
import type { Packaging, PackingItem, PackingOptions, PackingProblem } from "./problem.ts";
import { solve } from "./solve.ts";

/** Varied orders; a change of the solver is tried with `PACKING_RUNS=120`. */
const RUNS = Number(process.env["PACKING_RUNS"] ?? 25);

/** A clock that never advances: the solution depends only on the iterations. */
const still = () => 0;

function solveFor(problem: PackingProblem, iterations = 300, options: Partial<PackingOptions> = {}) {
  const solution = solve(problem, { seed: 1, iterations, now: still, ...options });
  assert.deepEqual(check(problem, solution), []);
  return solution;
}

function size(length_mm: number, width_mm: number, height_mm: number) {
  return { length_mm, width_mm, height_mm };
}

function item(
  id: string,
  [l, w, h]: [number, number, number],
  quantity: number,
  more: Partial<PackingItem> = {},
) {
  return { id, ...size(l, w, h), quantity, ...more };
}

/** A packaging with walls of 3 mm. */
function box(id: string, [l, w, h]: [number, number, number], more: Partial<Packaging> = {}): Packaging {
  return { id, inner: size(l, w, h), outer: size(l + 6, w + 6, h + 6), ...more };
}

const BOXES = [
  box("S", [200, 150, 100], { max_weight_g: 5000, tare_g: 80, cost: 50 }),
  box("M", [300, 220, 160], { max_weight_g: 12_000, tare_g: 180, cost: 120 }),
  box("L", [400, 300, 250], { max_weight_g: 20_000, tare_g: 350, cost: 240 }),
  box("XL", [600, 400, 400], { max_weight_g: 30_000, tare_g: 770, cost: 510 }),
];

/** An order that uses every feature of the model. */
function variedProblem(seed: number, lines: number): PackingProblem {
  const random = randomFrom(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  const items = Array.from({ length: lines }, (_, n) =>
    item(`item-${n}`, [20 + upTo(280), 20 + upTo(180), 10 + upTo(140)], 1 + upTo(6), {
      weight_g: upTo(3000),
      ...(random() < 0.3 && { upright: random() < 0.5 ? ["height"] : ["height", "width"] }),
      ...(random() < 0.3 && { max_load_g: random() < 0.4 ? 0 : upTo(4000) }),
      ...(random() < 0.4 && { group: ["food", "soap", "glass"][upTo(3)]! }),
    }),
  );
  return {
    items,
    packagings: BOXES.map((packaging) => ({ ...packaging, ...(random() < 0.3 && { stock: upTo(4) }) })),
    fill_cap_percent: random() < 0.5 ? 100 : 30 + upTo(60),
    support_share: random() < 0.5 ? 0 : random(),
    separate_groups: [
      ["food", "soap"],
      ["glass", "food"],
    ],
  };
}

test("keeps every limit of varied orders, and packs each item once or gives a reason", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 8 }), (seed, lines) => {
      solveFor(variedProblem(seed, lines), 150, { seed });
    }),
    { numRuns: RUNS },
  );
});

test("gives the same solution for the same seed and iterations", () => {
  const problem = variedProblem(5, 8);
  assert.deepEqual(solveFor(problem, 500), solveFor(problem, 500));
});

for (const [cap, packages] of [
  [100, 1],
  [50, 2],
] as const) {
  test(`fills no package beyond ${cap} percent of its inside, and as far as that`, () => {
    const problem = {
      items: [item("cube", [100, 100, 100], 8)],
      packagings: [box("box", [200, 200, 200])],
      fill_cap_percent: cap,
    };
    const solution = solveFor(problem);
    assert.equal(solution.totals.packages, packages);
    assert.equal(solution.optimal, true);
  });
}

test("refuses at one percent whatever is larger than one hundredth of every packaging", () => {
  const problem = {
    items: [item("cube", [100, 100, 100], 1), item("pin", [10, 10, 10], 100)],
    packagings: [box("box", [200, 200, 200])],
    fill_cap_percent: 1,
  };
  const solution = solveFor(problem);
  assert.deepEqual(solution.unpacked, [{ item_id: "cube", quantity: 1, reason: "above_fill_cap" }]);
  // 80,000 mm³ a package: 100 pins of 1,000 mm³ take two.
  assert.equal(solution.totals.packages, 2);
});

test("packs an item that is exactly as large as the inside, turned if need be", () => {
  for (const [l, w, h] of [
    [200, 150, 100],
    [100, 150, 200],
    [150, 200, 100],
  ] as const) {
    const solution = solveFor({ items: [item("block", [l, w, h], 2)], packagings: BOXES.slice(0, 1) });
    assert.partialDeepStrictEqual(solution, { optimal: true, totals: { packages: 2, items: 2 } });
  }
  const upright = item("block", [100, 150, 200], 1, { upright: ["height"] });
  assert.deepEqual(solveFor({ items: [upright], packagings: BOXES.slice(0, 1) }).unpacked, [
    { item_id: "block", quantity: 1, reason: "too_large" },
  ]);
});

test("packs ten thousand equal items into as few packages as their volume needs", () => {
  // 40 × 30 × 20 mm: each packaging is filled without a gap.
  const problem = {
    items: [item("soap", [40, 30, 20], 10_000, { weight_g: 20 })],
    packagings: [box("M", [320, 240, 160]), box("L", [400, 300, 240]), box("XL", [600, 400, 400])],
  };
  const solution = solveFor(problem, 200);
  assert.equal(solution.totals.items, 10_000);
  // 4,000 in XL, 1,200 in L and 512 in M: two XL hold 8,000, and 2,000 are left.
  assert.ok(solution.totals.outer_volume_mm3 <= 1.03 * solution.lower_bound_mm3);
  assert.ok(solution.packages.every(({ placements }) => placements.length < 20));
});

test("prefers the smaller package to a cheaper, larger one, and the cheaper of two equal ones", () => {
  const items = [item("book", [190, 140, 90], 1)];
  const custom = box("custom", [210, 160, 110], { cost: 1 });
  const small = box("S", [200, 150, 100], { cost: 50 });
  assert.equal(solveFor({ items, packagings: [custom, small] }).packages[0]!.packaging_id, "S");
  const cheaper = { ...small, id: "cheaper", cost: 49 };
  assert.equal(
    solveFor({ items, packagings: [custom, small, cheaper] }).packages[0]!.packaging_id,
    "cheaper",
  );
});

test("prefers one package to two of the same total outer volume", () => {
  const half = { id: "half", inner: size(100, 100, 100), outer: size(100, 100, 100), cost: 1 };
  const large_packaging = { id: "whole", inner: size(200, 100, 100), outer: size(200, 100, 100), cost: 9 };
  const solution = solveFor({
    items: [item("cube", [100, 100, 100], 2)],
    packagings: [half, large_packaging],
  });
  assert.deepEqual(
    solution.packages.map(({ packaging_id }) => packaging_id),
    ["whole"],
  );
});

test("puts nothing on what is fragile, and keeps groups apart", () => {
  const packagings = [box("box", [100, 100, 200])];
  const glass = item("glass", [100, 100, 100], 1, { max_load_g: 0, group: "glass", weight_g: 900 });
  const book = item("book", [100, 100, 100], 1, { weight_g: 10, group: "paper" });
  const [first, second] = solveFor({ items: [glass, book], packagings }).packages[0]!.placements;
  assert.deepEqual([first!.item_id, second!.item_id], ["book", "glass"]);
  const apart = {
    items: [glass, book],
    packagings,
    separate_groups: [["glass", "paper"]] as [string, string][],
  };
  assert.equal(solveFor(apart).totals.packages, 2);
});

test("says why an item is not packed", () => {
  const problem = {
    items: [
      item("pole", [900, 10, 10], 1),
      item("anvil", [100, 100, 100], 2, { weight_g: 6000 }),
      item("cube", [100, 100, 100], 3, { weight_g: 10 }),
    ],
    packagings: [box("box", [100, 100, 100], { max_weight_g: 1000, stock: 2 })],
  };
  assert.deepEqual(solveFor(problem).unpacked, [
    { item_id: "pole", quantity: 1, reason: "too_large" },
    { item_id: "anvil", quantity: 2, reason: "too_heavy" },
    { item_id: "cube", quantity: 1, reason: "out_of_stock" },
  ]);
});

test("uses what is in stock rather than leave anything out", () => {
  const problem = {
    items: [item("cube", [100, 100, 100], 10)],
    packagings: [box("8", [200, 200, 200], { stock: 1 }), box("1", [100, 100, 100], { stock: 2 })],
  };
  assert.deepEqual(solveFor(problem).totals.packages, 3);
});

test("ends at its time limit", () => {
  let at = 0;
  // Each look at the clock takes a millisecond.
  const solution = solve(variedProblem(3, 40), { seed: 1, time_limit_ms: 200, now: () => at++ });
  assert.ok(at < 320, `looked ${at} times`);
  assert.equal(solution.cancelled, false);
  assert.deepEqual(check(variedProblem(3, 40), solution), []);
});

test("reports progress, and returns the best packing so far when cancelled", () => {
  let at = 0;
  let progress = 0;
  const problem = variedProblem(3, 60);
  const solution = solve(problem, {
    seed: 1,
    time_limit_ms: 1e9,
    now: () => at++,
    onProgress: () => progress++,
    isCancelled: () => progress > 2,
  });
  assert.equal(solution.cancelled, true);
  assert.deepEqual(check(problem, solution), []);
});

for (const [name, change, message] of [
  ["a side of 0", { items: [item("a", [0, 1, 1], 1)] }, /items\[0\]\.length_mm/],
  ["half a millimetre", { items: [item("a", [1.5, 1, 1], 1)] }, /items\[0\]\.length_mm/],
  ["an id twice", { items: [item("a", [1, 1, 1], 1), item("a", [1, 1, 1], 1)] }, /items\[1\]\.id "a"/],
  ["half an item", { items: [item("a", [1, 1, 1], 0.5)] }, /items\[0\]\.quantity/],
  ["a cap of 0", { fill_cap_percent: 0 }, /fill_cap_percent/],
  ["a cap above 100", { fill_cap_percent: 101 }, /fill_cap_percent/],
  ["a support above 1", { support_share: 1.1 }, /support_share/],
  [
    "an outside smaller than the inside",
    { packagings: [{ ...BOXES[0]!, outer: size(100, 100, 100) }] },
    /packagings\[0\]\.outer/,
  ],
  [
    "a group apart from itself",
    { separate_groups: [["a", "a"]] as [string, string][] },
    /separate_groups\[0\]/,
  ],
] as const) {
  test(`refuses ${name}, naming the field`, () => {
    const problem = { items: [item("a", [1, 1, 1], 1)], packagings: BOXES, ...change };
    assert.throws(() => solve(problem as PackingProblem, { seed: 1, iterations: 1, now: still }), {
      name: "InvalidPackingProblem",
      message,
    });
  });
}

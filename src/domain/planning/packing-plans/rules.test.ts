import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { PackingSolution } from "#solvers/packing/problem.ts";
import { drawStep, toSvg } from "./picture.ts";
import { PUBLISHED_SET_CODES, PUBLISHED_SETS, toInnerMm, toOuterMm } from "./published.ts";
import type { PlanContents } from "./records/packing-plan.ts";
import {
  describeContents,
  findDifferences,
  findPieceWeight,
  findUnfitting,
  isPossible,
  PLAN_STATES,
} from "./rules.ts";
import type { PackedItem, PlanPackaging } from "./shapes.ts";
import { listSteps } from "./steps.ts";

const item = (
  ref: string,
  [l, w, h]: [number, number, number],
  more: Partial<PackedItem> = {},
): PackedItem => ({
  ref,
  name: ref,
  article_id: null,
  parcel_id: null,
  length_mm: l,
  width_mm: w,
  height_mm: h,
  quantity: 1,
  weight_g: 100,
  ...more,
});

const carton: PlanPackaging = {
  ref: "carton",
  packaging_id: 7,
  code: "C",
  name: "Carton",
  inner_length_mm: 300,
  inner_width_mm: 200,
  inner_height_mm: 100,
  outer_length_mm: 306,
  outer_width_mm: 206,
  outer_height_mm: 106,
  max_weight_g: 5000,
  tare_g: 200,
  cost_minor: 0,
  stock: null,
};

const buildContents = (items: PackedItem[], more: Partial<PlanContents> = {}): PlanContents => ({
  items,
  packagings: [carton],
  target_utilization_percent: 100,
  separate_groups: [],
  support_percent: 75,
  ...more,
});

const placement = (item_id: string, count = 1, z_mm = 0) => ({
  item_id,
  x_mm: 0,
  y_mm: 0,
  z_mm,
  size_x_mm: 50,
  size_y_mm: 40,
  size_z_mm: 30,
  count_x: count,
  count_y: 1,
  count_z: 1,
});
const packed = (placements: ReturnType<typeof placement>[]): PackingSolution["packages"][number] => ({
  packaging_id: "carton",
  placements,
  weight_g: 1000,
  volume_mm3: 1,
});

describe("an item fits nothing", () => {
  for (const [why, one, more, code] of [
    ["when it is larger however it is turned", item("pole", [301, 10, 10]), {}, "too_large"],
    ["when it may not be turned", item("vase", [90, 90, 150], { upright: ["height"] }), {}, "too_large"],
    [
      "when it is heavier than the carton holds with its own weight",
      item("anvil", [50, 50, 50], { weight_g: 4801 }),
      {},
      "too_heavy",
    ],
    [
      "when the cap is below its volume",
      item("block", [300, 200, 51]),
      { target_utilization_percent: 51 - 0.5 },
      "above_fill_cap",
    ],
  ] as const)
    test(why, () => {
      const faults = findUnfitting(buildContents([item("fine", [10, 10, 10]), one], more));
      assert.deepEqual(
        faults.map(({ field, code: found_code }) => [field, found_code]),
        [["items/1", code]],
      );
      assert.ok(faults[0]?.message.en.startsWith(one.name));
    });

  test("not when it is exactly as large, turned", () => {
    assert.deepEqual(findUnfitting(buildContents([item("plate", [100, 300, 200])])), []);
    assert.deepEqual(findUnfitting(buildContents([item("heavy", [50, 50, 50], { weight_g: 4800 })])), []);
  });
});

test("a plan can do in each state what its operations do, and nothing but recording once it is applied", () => {
  const steps = ["changed", "solved", "cancelled", "applied", "recorded"] as const;
  const table = Object.fromEntries(
    PLAN_STATES.map((state) => [
      state,
      steps.filter((step) => isPossible(step, { state, applied_at: null })),
    ]),
  );
  assert.deepEqual(table, {
    draft: ["changed", "solved"],
    queued: ["cancelled"],
    running: ["cancelled"],
    solved: ["changed", "solved", "applied", "recorded"],
    failed: ["changed", "solved"],
    cancelled: ["changed", "solved"],
  });
  const applied = { state: "solved", applied_at: "2026-11-23T00:00:00Z" } as const;
  assert.deepEqual(
    steps.filter((step) => isPossible(step, applied)),
    ["recorded"],
  );
});

test("contents of a parcel count each item, and are cut where they are too long", () => {
  const items = [item("Mug", [50, 40, 30]), item("Lamp", [50, 40, 30])];
  const one = packed([placement("Mug", 2), placement("Lamp"), placement("Mug", 1, 30)]);
  assert.equal(describeContents(items, one), "3 × Mug, 1 × Lamp");
  const long = items.map((each) => ({ ...each, name: each.name.repeat(60) }));
  assert.equal(describeContents(long, one).length, 255);
});

test("a package differs from its plan by packaging, size, or more than 5 % of its weight", () => {
  const none = {
    packaging_id: null,
    outer_length_mm: null,
    outer_width_mm: null,
    outer_height_mm: null,
    weight_g: null,
  };
  const differences = (actual: object) =>
    findDifferences({ ...none, ...actual }, packed([placement("Mug")]), carton);
  assert.deepEqual(differences({}), []);
  assert.deepEqual(differences({ packaging_id: 7, outer_length_mm: 306, weight_g: 1050 }), []);
  assert.deepEqual(differences({ packaging_id: 8 }), ["packaging"]);
  assert.deepEqual(differences({ outer_height_mm: 107, weight_g: 949 }), ["size", "weight"]);
});

test("a package with one kind of item tells what a piece weighs", () => {
  const items = [item("Mug", [50, 40, 30]), item("Lamp", [50, 40, 30])];
  const weigh = (placements: ReturnType<typeof placement>[], gross: number | null) =>
    findPieceWeight(items, packed(placements), carton, gross).map(({ measured_g }) => measured_g);
  assert.deepEqual(weigh([placement("Mug", 4)], 680), [120]);
  assert.deepEqual(weigh([placement("Mug", 4)], 600), [], "as planned");
  assert.deepEqual(weigh([placement("Mug"), placement("Lamp", 1, 30)], 900), [], "two kinds");
  assert.deepEqual(weigh([placement("Mug")], 150), [], "less than the carton alone");
  assert.deepEqual(weigh([placement("Mug")], null), []);
});

test("published sizes fit into each other, in whole millimetres", () => {
  for (const set of PUBLISHED_SET_CODES) {
    const { packagings, source } = PUBLISHED_SETS[set];
    assert.ok(source.length > 0 && packagings.length > 0);
    for (const { code, inner, outer } of packagings)
      for (const side of [0, 1, 2] as const)
        assert.ok(toInnerMm(inner[side]) < toOuterMm(outer[side]), `${code} ${side}`);
  }
  assert.deepEqual([toInnerMm(1), toOuterMm(1), toInnerMm(5), toOuterMm(5)], [25, 26, 127, 127]);
});

test("steps say which dimension stands, and their pictures colour what is put in", () => {
  const items = [item("Mug", [50, 40, 30]), item("Book", [30, 50, 40], { name: "A & <B>" })];
  const solution = {
    packages: [packed([placement("Mug", 2), placement("Book", 1, 30)])],
  } as unknown as PackingSolution;
  const [one] = listSteps({ contents: buildContents(items), solution });
  assert.ok(one);
  assert.deepEqual(
    one.steps.map(({ upright, pieces }) => [upright, pieces]),
    [
      ["height", 2],
      ["length", 1],
    ],
  );
  const picture = drawStep(one, 2);
  assert.deepEqual([picture.faces.length, picture.faces.filter(({ is_new }) => is_new).length], [6, 3]);
  const svg = toSvg(picture, "Step 2: A & <B>");
  assert.match(svg, /<title>Step 2: A &#38; &#60;B&#62;<\/title>/);
});

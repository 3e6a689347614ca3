import assert from "node:assert/strict";
import { test } from "node:test";
import {
  applyMovements,
  computeFit,
  computeVolume,
  findPackageFault,
  formatLineKey,
  getStatusAfterLeaving,
  type Measure,
  type Movement,
  mayAdjust,
} from "./rules.ts";

const goods = { article_id: 7, package_id: null, customer_id: null, lot: "", expires_date: null };
const move = (from_bin_id: number | null, to_bin_id: number | null, qty: number): Movement => ({
  ...goods,
  reason: "moved",
  from_bin_id,
  to_bin_id,
  qty,
});

test("movements change the lines in their order, and the first that takes too much is named", () => {
  const before = new Map([[formatLineKey(1, goods), 5]]);
  assert.deepEqual(
    applyMovements(before, [move(1, 2, 3), move(2, 1, 1), move(null, 2, 4), move(1, null, 3)]),
    {
      balances: [
        { from_qty_after: 2, to_qty_after: 3 },
        { from_qty_after: 2, to_qty_after: 3 },
        { from_qty_after: null, to_qty_after: 6 },
        { from_qty_after: 0, to_qty_after: null },
      ],
    },
  );
  assert.deepEqual(applyMovements(before, [move(1, 2, 3), move(1, 2, 3)]), {
    short: { index: 1, available: 2 },
  });
  assert.deepEqual(applyMovements(before, [move(3, 2, 1)]), { short: { index: 0, available: 0 } });
});

test("goods of another lot, owner or package are another line", () => {
  const others = [
    { ...goods, lot: "L1" },
    { ...goods, customer_id: 4 },
    { ...goods, package_id: 4 },
    { ...goods, expires_date: "2027-01-01" },
  ];
  const keys = [goods, ...others].map((one) => formatLineKey(1, one));
  assert.equal(new Set(keys).size, keys.length);
});

test("what fits is limited by pieces, weight and volume, and by nothing that is not known", () => {
  const measure = (pieces: number | null, weight_g: number | null, volume_cm3: number | null): Measure => ({
    pieces,
    weight_g,
    volume_cm3,
  });
  const cases: [Measure, Measure, number, number][] = [
    [measure(null, null, null), measure(1, 500, 900), 10, 10],
    [measure(4, null, null), measure(1, 500, 900), 10, 4],
    [measure(null, 1_400, null), measure(1, 500, 900), 10, 2],
    [measure(null, 1_400, 900), measure(1, 500, 900), 10, 1],
    [measure(null, 1_400, null), measure(1, null, null), 10, 10],
    [measure(-3, null, null), measure(1, null, null), 10, 0],
    [measure(20, null, null), measure(1, null, null), 10, 10],
    // What is in a package takes up no piece of its own.
    [measure(0, null, null), measure(0, null, null), 10, 10],
  ];
  for (const [free, each, qty, fits] of cases)
    assert.equal(computeFit(free, each, qty), fits, JSON.stringify([free, each]));
  assert.equal(computeVolume({ length_mm: 100, width_mm: 100, height_mm: 101 }), 1010);
  assert.equal(computeVolume({ length_mm: 1, width_mm: 1, height_mm: 1 }), 1);
  assert.equal(computeVolume({ length_mm: 100, width_mm: null, height_mm: 100 }), null);
});

test("reasons add or take away, and say what a package is afterwards", () => {
  assert.deepEqual(
    [mayAdjust("found", 1), mayAdjust("found", -1), mayAdjust("lost", -1), mayAdjust("lost", 1)],
    [true, false, true, false],
  );
  assert.deepEqual(
    [mayAdjust("corrected", 3), mayAdjust("corrected", -3), mayAdjust("corrected", 0)],
    [true, true, false],
  );
  assert.deepEqual(
    (
      ["issued", "rolled_back", "damaged", "expired", "disposed", "lost", "counted", "corrected"] as const
    ).map(getStatusAfterLeaving),
    ["issued", "rolled_back", "disposed", "disposed", "disposed", "lost", "lost", "lost"],
  );
});

test("a package is held by one holder, of its owner, while it is in stock", () => {
  const present = { status: "in_stock", holder_type: null, holder_id: null, customer_id: 4 } as const;
  const held = { ...present, holder_type: "shipout", holder_id: 9 };
  const mine = { type: "shipout", id: 9 };
  const cases = [
    [present, mine, 4, null],
    [present, mine, undefined, null],
    [present, mine, 5, "other_owner"],
    [present, mine, null, "other_owner"],
    [undefined, mine, 4, "unknown"],
    [{ ...present, status: "issued" }, mine, 4, "not_in_stock"],
    [held, mine, 4, null],
    [held, { type: "shipout", id: 10 }, 4, "held"],
    [held, { type: "consolidation", id: 9 }, 4, "held"],
    [held, null, 4, "held"],
    [present, null, 4, null],
  ] as const;
  for (const [package_status, holder, owner, fault] of cases)
    assert.equal(
      findPackageFault(package_status, holder, owner),
      fault,
      JSON.stringify([package_status, holder, owner]),
    );
});

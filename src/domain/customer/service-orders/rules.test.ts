import assert from "node:assert/strict";
import { test } from "node:test";
import { canBePaid, defineMoves, hasOtherMeasures, toMeasuredPiece } from "./rules.ts";

const declared = { contents: "", packaging: null, weight_g: 1000, length_mm: 1, width_mm: 2, height_mm: 3 };
const none = {
  measured_weight_g: null,
  measured_length_mm: null,
  measured_width_mm: null,
  measured_height_mm: null,
};
const same = {
  measured_weight_g: 1000,
  measured_length_mm: 1,
  measured_width_mm: 2,
  measured_height_mm: 3,
};

test("a table of moves says what a decision makes of a status, and where it is not possible", () => {
  const getNextStatus = defineMoves<"NEW" | "OPEN" | "ENDED", "open" | "edit">([
    { from: ["NEW"], trigger: "open", to: "OPEN" },
    { from: ["NEW", "OPEN"], trigger: "edit", to: "same" },
  ]);
  assert.equal(getNextStatus("NEW", "open"), "OPEN");
  assert.equal(getNextStatus("OPEN", "open"), null);
  assert.equal(getNextStatus("OPEN", "edit"), "OPEN");
  assert.equal(getNextStatus("ENDED", "edit"), null);
});

test("measures differ where any of them is not what was declared", () => {
  for (const [row, differs] of [
    [none, false],
    [same, false],
    [{ ...same, measured_weight_g: 1001 }, true],
    [{ ...same, measured_weight_g: 999 }, true],
    [{ ...same, measured_height_mm: 2 }, true],
    [{ ...none, measured_length_mm: 2 }, true],
  ] as const)
    assert.equal(hasOtherMeasures({ ...declared, ...row }), differs);
  assert.equal(hasOtherMeasures({ ...declared, ...same, weight_g: null }), true);
});

test("what has a price can be paid until nothing is left, and not after a cancellation", () => {
  assert.equal(canBePaid("PENDING", { is_priced: true, remaining_minor: 1 }), true);
  assert.equal(canBePaid("DELIVERED", { is_priced: true, remaining_minor: 1 }), true);
  assert.equal(canBePaid("PENDING", { is_priced: true, remaining_minor: 0 }), false);
  assert.equal(canBePaid("PENDING", { is_priced: false, remaining_minor: 0 }), false);
  assert.equal(canBePaid("CANCELLED", { is_priced: true, remaining_minor: 1 }), false);
});

test("a package is priced as it was measured, and as declared until then", () => {
  assert.deepEqual(toMeasuredPiece({ ...declared, ...none }), declared);
  assert.equal(toMeasuredPiece({ ...declared, ...none, measured_weight_g: 9 }).weight_g, 9);
});

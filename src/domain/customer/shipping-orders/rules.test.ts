import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  canCallOff,
  canPay,
  chooseReceipt,
  type Decision,
  getNextStatus,
  hasOtherMeasures,
  MOVES,
  STATUSES,
  type Status,
  toMeasuredPiece,
} from "./rules.ts";

/** What each decision makes of each status in which it is possible. */
const EXPECTED: Record<Decision, Partial<Record<Status, Status>>> = {
  quote: { PENDING: "PENDING" },
  confirm: { PENDING: "CONFIRMED" },
  cancel: { PENDING: "CANCELLED", CONFIRMED: "CANCELLED" },
  call_off: {
    RECEIVING: "CANCELLED",
    RECEIVED: "CANCELLED",
    REPRICED: "CANCELLED",
    PROCESSING: "CANCELLED",
  },
  receive_some: { CONFIRMED: "RECEIVING", RECEIVING: "RECEIVING" },
  receive_all: { CONFIRMED: "RECEIVED", RECEIVING: "RECEIVED" },
  measure: { RECEIVING: "RECEIVING", RECEIVED: "RECEIVED", REPRICED: "REPRICED" },
  reprice: { RECEIVED: "REPRICED", REPRICED: "REPRICED" },
  process: { RECEIVED: "PROCESSING", REPRICED: "PROCESSING" },
  ship: { PROCESSING: "SHIPPED" },
  complete: { SHIPPED: "DELIVERED" },
  report_exception: {
    CONFIRMED: "EXCEPTION",
    RECEIVING: "EXCEPTION",
    RECEIVED: "EXCEPTION",
    REPRICED: "EXCEPTION",
    PROCESSING: "EXCEPTION",
    SHIPPED: "EXCEPTION",
  },
};

describe("the table of states", () => {
  for (const decision of Object.keys(EXPECTED) as Decision[])
    test(`${decision} is possible where it says, and nowhere else`, () => {
      for (const status of STATUSES)
        assert.equal(getNextStatus(status, decision), EXPECTED[decision][status] ?? null, status);
    });

  test("has a row for each decision", () => {
    assert.deepEqual(new Set(MOVES.map(({ trigger }) => trigger)), new Set(Object.keys(EXPECTED)));
  });
});

test("staff cancel until the goods are with the carrier, also out of an exception", () => {
  for (const [status, before, can] of [
    ["PENDING", null, true],
    ["CONFIRMED", null, true],
    ["RECEIVING", null, true],
    ["PROCESSING", null, true],
    ["SHIPPED", null, false],
    ["DELIVERED", null, false],
    ["CANCELLED", null, false],
    ["EXCEPTION", "RECEIVED", true],
    ["EXCEPTION", "CONFIRMED", true],
    ["EXCEPTION", "SHIPPED", false],
  ] as const)
    assert.equal(canCallOff(status, before), can, `${status} ${before}`);
});

test("measures differ where any of them is not what was declared", () => {
  const declared = { contents: "", packaging: null, weight_g: 1000, length_mm: 1, width_mm: 1, height_mm: 1 };
  const none = {
    measured_weight_g: null,
    measured_length_mm: null,
    measured_width_mm: null,
    measured_height_mm: null,
  };
  const same = {
    measured_weight_g: 1000,
    measured_length_mm: 1,
    measured_width_mm: 1,
    measured_height_mm: 1,
  };
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

test("a receipt is complete with the last package", () => {
  assert.equal(chooseReceipt(1, 2), "receive_some");
  assert.equal(chooseReceipt(2, 2), "receive_all");
});

test("what has a price can be paid until nothing is left, and not after a cancellation", () => {
  assert.equal(canPay("PENDING", { is_priced: true, remaining_minor: 1 }), true);
  assert.equal(canPay("DELIVERED", { is_priced: true, remaining_minor: 1 }), true);
  assert.equal(canPay("PENDING", { is_priced: true, remaining_minor: 0 }), false);
  assert.equal(canPay("PENDING", { is_priced: false, remaining_minor: 0 }), false);
  assert.equal(canPay("CANCELLED", { is_priced: true, remaining_minor: 1 }), false);
});

test("a package is priced as it was measured, and as declared until then", () => {
  const declared = { contents: "", packaging: null, weight_g: 1, length_mm: 2, width_mm: 3, height_mm: 4 };
  const none = {
    measured_weight_g: null,
    measured_length_mm: null,
    measured_width_mm: null,
    measured_height_mm: null,
  };
  assert.deepEqual(toMeasuredPiece({ ...declared, ...none }), declared);
  assert.equal(toMeasuredPiece({ ...declared, ...none, measured_weight_g: 9 }).weight_g, 9);
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  canCallOff,
  chooseReceipt,
  type Decision,
  getNextStatus,
  MOVES,
  STATUSES,
  type Status,
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
  settle: {
    CONFIRMED: "CONFIRMED",
    RECEIVING: "RECEIVING",
    RECEIVED: "RECEIVED",
    REPRICED: "REPRICED",
    PROCESSING: "PROCESSING",
    SHIPPED: "SHIPPED",
    DELIVERED: "DELIVERED",
    EXCEPTION: "EXCEPTION",
  },
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

test("a receipt is complete with the last package", () => {
  assert.equal(chooseReceipt(1, 2), "receive_some");
  assert.equal(chooseReceipt(2, 2), "receive_all");
});

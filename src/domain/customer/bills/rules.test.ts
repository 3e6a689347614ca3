import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { addToLines, computeExcess, computeRemaining, refusalToPay } from "./rules.ts";

describe("a payment", () => {
  const cases: [number | null, number, number | undefined, string | null][] = [
    [null, 0, undefined, "not_priced"],
    [null, 0, 5, "not_priced"],
    [0, 0, undefined, "nothing_to_pay"],
    [100, 100, undefined, "nothing_to_pay"],
    [100, 40, undefined, null],
    [100, 40, 60, null],
    [100, 40, 1, null],
    [100, 40, 61, "too_much"],
  ];
  for (const [total_minor, paid_minor, amount, expected] of cases)
    test(`of ${amount ?? "all"} for ${total_minor}, of which ${paid_minor} is paid: ${expected ?? "taken"}`, () =>
      assert.equal(refusalToPay({ total_minor, paid_minor }, amount), expected));
});

test("what is left, and what was paid too much, are never below zero", () => {
  assert.equal(computeRemaining({ total_minor: null, paid_minor: 0 }), 0);
  assert.equal(computeRemaining({ total_minor: 100, paid_minor: 40 }), 60);
  assert.equal(computeRemaining({ total_minor: 30, paid_minor: 40 }), 0);
  assert.equal(computeExcess({ paid_minor: 40 }, 30), 10);
  assert.equal(computeExcess({ paid_minor: 40 }, 100), 0);
});

test("an amount is added to the line of its code, or as the last one", () => {
  const lines = [{ code: "days", label: "3 days", amount_minor: 30 }];
  assert.deepEqual(addToLines(lines, { code: "days", label: "4 days", amount_minor: 10 }), [
    { code: "days", label: "4 days", amount_minor: 40 },
  ]);
  assert.deepEqual(addToLines(lines, { code: "x", label: "X", amount_minor: 1 }).at(-1)?.code, "x");
});

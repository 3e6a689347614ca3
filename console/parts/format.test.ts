import assert from "node:assert/strict";
import { test } from "node:test";
import { toMinor } from "./format.ts";

for (const [amount, currency, minor] of [
  ["12.5", "EUR", 1250],
  [0.29, "BRL", 29],
  [1200, "JPY", 1200],
  ["1.234", "KWD", 1234],
] as const)
  test(`${amount} ${currency} is ${minor} minor units`, () => {
    assert.equal(toMinor(amount, currency), minor);
  });

import assert from "node:assert/strict";
import { test } from "node:test";
import { areIds } from "./path-ids.ts";

for (const [value, expected] of [
  ["1", true],
  ["9007199254740991", true],
  ["abc", false],
  ["0", false],
  ["007", false],
  ["-3", false],
  ["1.5", false],
  ["1e3", false],
  ["NaN", false],
  ["12 ", false],
  ["9007199254740993", false],
  ["99999999999999999999", false],
] as const)
  test(`the id ${value} of an address is ${expected ? "looked for" : "of no page"}`, () => {
    assert.equal(areIds({ order_id: value }), expected);
    assert.ok(areIds({ number: value, section: value }), "another parameter is any text");
  });

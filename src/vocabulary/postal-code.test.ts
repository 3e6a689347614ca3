import assert from "node:assert/strict";
import { test } from "node:test";
import { hasPostalCodes, isPostalCodeIn } from "./postal-code.ts";

test("a postal code has the form of its country, with or without separators", () => {
  for (const [country, code, expected] of [
    ["BR", "01310-100", true],
    ["BR", "01310100", true],
    ["BR", "1310100", false],
    ["DE", "01067", true],
    ["DE", "1067", false],
    ["US", "78701", true],
    ["US", "78701-1234", true],
    ["US", "78701.0", false],
    ["US", "2111", false],
    ["GB", "sw1a1aa", true],
    ["JP", "1000001", true],
    ["IN", "110 001", true],
    ["PT", "1000001", true],
    ["NL", "1234 ab", true],
    ["CO", "110111", true],
    ["HK", "anything", true],
    ["", "1", true],
  ] as const)
    assert.equal(isPostalCodeIn(country, code), expected, `${country} ${code}`);
  assert.deepEqual(["HK", "AE", "BR", ""].map(hasPostalCodes), [false, false, true, undefined]);
});

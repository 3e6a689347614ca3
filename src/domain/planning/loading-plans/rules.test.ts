import assert from "node:assert/strict";
import { test } from "node:test";
import { HAZARD_CLASSES, mustBeSegregated } from "./hazards.ts";
import { isPossible } from "./rules.ts";

test("keeps hazard classes apart as the segregation table does", () => {
  for (const [one, other, apart] of [
    ["3", "5.1", true],
    ["5.1", "3", true],
    ["3", "8", false],
    ["4.2", "8", true],
    ["2.1", "2.2", false],
    ["1.1", "9", false],
    ["1.4", "5.1", false],
    ["1.5", "7", true],
    ["6.1", "3", true],
  ] as const)
    assert.equal(mustBeSegregated(one, other), apart, `${one} with ${other}`);
  for (const one of HAZARD_CLASSES) assert.equal(mustBeSegregated(one, one), false);
});

test("allows each step only from its states", () => {
  assert.equal(isPossible("moved", { state: "solved" }), true);
  assert.equal(isPossible("moved", { state: "locked" }), false);
  assert.equal(isPossible("solved", { state: "executed" }), false);
  assert.equal(isPossible("scanned", { state: "draft" }), false);
  assert.equal(isPossible("unlocked", { state: "executed" }), false);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { findWrongDay, toSentHours } from "./hours.ts";

test("a day whose times end before they begin, are missing or overlap is wrong", () => {
  for (const [spans, is_wrong] of [
    [[["08:00", "20:00"]], false],
    [
      [
        ["20:00", "24:00"],
        ["08:00", "12:00"],
      ],
      false,
    ],
    [
      [
        ["08:00", "12:00"],
        ["12:00", "24:00"],
      ],
      false,
    ],
    [[["20:00", "08:00"]], true],
    [[["08:00", "08:00"]], true],
    [[["08:00", ""]], true],
    [
      [
        ["08:00", "13:00"],
        ["12:00", "20:00"],
      ],
      true,
    ],
  ] as const)
    assert.equal(
      findWrongDay({ 3: spans.map((span) => [...span]) }),
      is_wrong ? "3" : undefined,
      String(spans),
    );
  assert.equal(findWrongDay(null), undefined);
});

test("days without a time are left out; always open stays", () => {
  assert.deepEqual(toSentHours({ 1: [["08:00", "20:00"]], 2: [] }), { 1: [["08:00", "20:00"]] });
  assert.equal(toSentHours(null), null);
});

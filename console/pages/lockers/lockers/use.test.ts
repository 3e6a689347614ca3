import assert from "node:assert/strict";
import { test } from "node:test";
import { summarizeUse } from "./use.ts";

const day = (date: string, size: "S" | "M" | null, occupied_h: number, refused = 0) => ({
  date,
  size,
  compartments: size === null ? 0 : size === "S" ? 3 : 1,
  occupied_h,
  reservations: 2,
  refused,
});

test("the share is of the hours that have passed, and what fits nowhere is demand without a compartment", () => {
  const days = [
    day("2026-11-20", null, 0, 4),
    day("2026-11-20", "S", 36),
    day("2026-11-20", "M", 24, 1),
    day("2026-11-21", "S", 0),
    day("2026-11-21", "M", 6),
  ];
  const { by_day, by_size, share } = summarizeUse(days, (date) => (date === "2026-11-21" ? 6 : 24));
  assert.deepEqual(by_day, [
    { date: "2026-11-20", share: 60 / 96 },
    { date: "2026-11-21", share: 6 / 24 },
  ]);
  assert.deepEqual(by_size, [
    { size: "S", compartments: 3, share: 36 / 90, reservations: 4, refused: 0 },
    { size: "M", compartments: 1, share: 1, reservations: 4, refused: 1 },
    { size: null, compartments: 0, share: 0, reservations: 2, refused: 4 },
  ]);
  assert.equal(share, 66 / 120);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { computeMarks, computePosition, formatDuration, formatInstant } from "./scale.ts";

const SECOND = 1_000_000_000n;
const DAY = 86_400n * SECOND;

test("positions are between start and end, and all at the start of a trace without length", () => {
  const range = { start_ns: 1_772_000_000n * SECOND, end_ns: 1_772_000_010n * SECOND };
  assert.equal(computePosition(range.start_ns, range), 0);
  assert.equal(computePosition(range.start_ns + 2_500_000_000n, range), 0.25);
  assert.equal(computePosition(range.end_ns, range), 1);
  assert.equal(computePosition(5n, { start_ns: 5n, end_ns: 5n }), 0);
});

test("marks are round, begin at the start, and never exceed the requested number", () => {
  const words = (length_ns: bigint, most: number) => computeMarks(length_ns, most).map(formatDuration);
  assert.deepEqual(words(5n * DAY, 5), ["0", "1 d", "2 d", "3 d", "4 d", "5 d"]);
  assert.deepEqual(words(30n * 3600n * SECOND, 5), ["0", "6 h", "12 h", "18 h", "1 d", "1 d 6 h"]);
  assert.deepEqual(words(1_700_000n, 4), ["0", "500 µs", "1 ms", "1.5 ms"]);
  assert.deepEqual(words(0n, 4), ["0"]);
  for (const length_ns of [1n, 7n, 999n, 61n * SECOND, 400n * DAY, 90_000n * DAY])
    for (const most of [1, 3, 6])
      assert(computeMarks(length_ns, most).length <= most + 1, `${length_ns} ${most}`);
});

test("durations are formatted in their largest units", () => {
  const expected: [bigint, string][] = [
    [0n, "0"],
    [12n, "12 ns"],
    [1500n, "1.5 µs"],
    [1_234_567n, "1.23 ms"],
    [90n * SECOND, "1 min 30 s"],
    [3600n * SECOND, "1 h"],
    [2n * DAY + 3n * 3600n * SECOND + 5n * SECOND, "2 d 3 h"],
  ];
  for (const [length_ns, words] of expected) assert.equal(formatDuration(length_ns), words);
});

test("an instant is formatted with digits below the millisecond", () => {
  assert.equal(formatInstant(1_772_438_400_000_000_000n), "2026-03-02 08:00:00.000 UTC");
  assert.equal(formatInstant(1_772_438_400_000_000_010n), "2026-03-02 08:00:00.00000001 UTC");
});

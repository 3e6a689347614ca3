import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Cause } from "#operation/define/attention.ts";
import { compareCauses, computeThreshold, type UnclearedItem } from "./rules.ts";

const now = new Date("2026-11-22T12:00:00Z");
const later = new Date("2026-11-22T13:00:00Z");
const cause = (subject_id: number, key: string, at: Date = now): Cause => ({
  subject_id,
  key,
  at,
  facts: {},
});
const item = (id: number, subject_id: number, cause_key: string, state: UnclearedItem["state"] = "open") => ({
  id,
  subject_id,
  cause_key,
  state,
});

describe("causes compared with items", () => {
  for (const [what, causes, uncleared_items, opening, ending, again] of [
    ["a cause without an item opens one", [cause(1, "a")], [], ["1 a"], [], []],
    ["one with an item opens none", [cause(1, "a")], [item(9, 1, "a")], [], [], []],
    ["found twice, it opens one", [cause(1, "a"), cause(1, "a")], [], ["1 a"], [], []],
    ["another key of the same subject is another item", [cause(1, "b")], [item(9, 1, "a")], ["1 b"], [9], []],
    ["the same key of another subject too", [cause(2, "a")], [item(9, 1, "a")], ["2 a"], [9], []],
    ["a snoozed item ends with its cause", [], [item(9, 1, "a", "snoozed")], [], [9], []],
    ["a decided one as well", [], [item(9, 1, "a", "decided")], [], [9], []],
    ["a decided one is not opened again", [cause(1, "a")], [item(9, 1, "a", "decided")], [], [], []],
    ["a cause to come is evaluated again at its time", [cause(1, "a", later)], [], [], [], [1]],
    ["an item whose threshold was raised ends", [cause(1, "a", later)], [item(9, 1, "a")], [], [9], [1]],
    ["a decided one stays", [cause(1, "a", later)], [item(9, 1, "a", "decided")], [], [], [1]],
  ] as const)
    test(what, () => {
      const comparison = compareCauses(causes, uncleared_items, { now, has_threshold: true });
      assert.deepEqual(
        comparison.opening.map(({ subject_id, key }) => `${subject_id} ${key}`),
        opening,
      );
      assert.deepEqual(
        comparison.ending.map(({ id }) => id),
        ending,
      );
      assert.deepEqual([...comparison.re_evaluations.keys()], again);
    });

  test("are evaluated again at the earliest time of a subject", () => {
    const latest = new Date(later.getTime() + 1);
    const { re_evaluations: again } = compareCauses([cause(1, "a", latest), cause(1, "b", later)], [], {
      now,
      has_threshold: true,
    });
    assert.deepEqual([...again], [[1, later]]);
  });

  test("of a kind without a threshold are items at once, though dated later than the reader's clock", () => {
    const { opening, re_evaluations: again } = compareCauses([cause(1, "a", later)], [], {
      now,
      has_threshold: false,
    });
    assert.deepEqual([opening.length, again.size], [1, 0]);
  });
});

test("a threshold is the business's own, or the declared one", () => {
  const hours = { unit: "hours", value: 24, maximum: 48 } as const;
  const nine = { unit: "time_of_day", value: "09:00" } as const;
  for (const [declared, rule, expected] of [
    [undefined, undefined, { threshold_ms: 0, time_of_day: "00:00" }],
    [hours, undefined, { threshold_ms: 86_400_000, time_of_day: "00:00" }],
    [hours, { after: 0, time: null }, { threshold_ms: 0, time_of_day: "00:00" }],
    [hours, { after: null, time: null }, { threshold_ms: 86_400_000, time_of_day: "00:00" }],
    [nine, undefined, { threshold_ms: 0, time_of_day: "09:00" }],
    [nine, { after: null, time: "07:30" }, { threshold_ms: 0, time_of_day: "07:30" }],
  ] as const)
    assert.deepEqual(computeThreshold(declared, rule), expected);
});

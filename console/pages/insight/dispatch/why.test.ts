import assert from "node:assert/strict";
import { test } from "node:test";
import { createTimes } from "../../../parts/times.ts";
import { describeWhy } from "./why.ts";

const say = { times: createTimes("Europe/Lisbon"), currency: "EUR" };
const since = "2026-01-05T09:00:00Z";

test("facts of each kind are one sentence, and an unknown kind says since when", () => {
  for (const [kind, facts, expected] of [
    [
      "attempt_undecided",
      { attempts: 2, reason: "recipient_absent", failed_at: since },
      /^Attempt 2 failed, recipient absent, .*Nobody has decided/,
    ],
    ["order_unplanned", { scheduled_date: "2026-01-05" }, /^Scheduled for Mon 5 Jan/],
    [
      "cash_difference",
      { cash_expected_minor: 12000, cash_counted_minor: 10000 },
      /€120.00 expected, €100.00 counted: €20.00 missing/,
    ],
    [
      "cod_mismatch",
      { expected_minor: 1000, collected_minor: 1500, currency: "EUR" },
      /€15.00 collected: €5.00 too much/,
    ],
    ["pin_locked", { tries: 5 }, /wrong 5 times/],
    ["vehicle_unsafe", { unsafe_defects: 1 }, /^1 unsafe defect in/],
    ["something_new", {}, /^Since /],
  ] as const)
    assert.match(describeWhy({ kind, facts, since }, say), expected, kind);
});

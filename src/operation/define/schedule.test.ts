import assert from "node:assert/strict";
import { test } from "node:test";
import { computeNextRun, type Recurrence } from "./schedule.ts";

test("the next run is after now, on a day of the schedule, at its time of day in the time zone", () => {
  const cases: [Recurrence, string, string, string][] = [
    [{ every_s: 3600 }, "2026-11-22T10:20:00Z", "UTC", "2026-11-22T11:20:00Z"],
    [{ at: "03:30" }, "2026-11-22T03:29:59Z", "UTC", "2026-11-22T03:30:00Z"],
    [{ at: "03:30" }, "2026-11-22T03:30:00Z", "UTC", "2026-11-23T03:30:00Z"],
    // Still the 21st in São Paulo, UTC-3.
    [{ at: "09:00" }, "2026-11-22T01:00:00Z", "America/Sao_Paulo", "2026-11-22T12:00:00Z"],
    // 2026-11-22 is a Sunday.
    [{ at: "06:00", weekdays: [1] }, "2026-11-22T10:00:00Z", "UTC", "2026-11-23T06:00:00Z"],
    [{ at: "06:00", weekdays: [7] }, "2026-11-22T10:00:00Z", "UTC", "2026-11-29T06:00:00Z"],
    [{ at: "06:00", days_of_month: [1] }, "2026-12-01T06:00:00Z", "UTC", "2027-01-01T06:00:00Z"],
    [
      { at: "06:00", weekdays: [1], days_of_month: [1] },
      "2026-11-22T10:00:00Z",
      "UTC",
      "2027-02-01T06:00:00Z",
    ],
    // The night of a clock change: 02:30 is skipped, and then the offset before it counts.
    [{ at: "02:30" }, "2026-03-28T12:00:00Z", "Europe/Berlin", "2026-03-29T01:30:00Z"],
    [{ at: "12:00" }, "2026-03-29T00:00:00Z", "Europe/Berlin", "2026-03-29T10:00:00Z"],
  ];
  for (const [when, after, time_zone, expected] of cases) {
    assert.deepEqual(
      computeNextRun(when, new Date(after), time_zone),
      new Date(expected),
      `${JSON.stringify(when)} after ${after} in ${time_zone}`,
    );
  }
  assert.throws(() => computeNextRun({ at: "06:00", weekdays: [] }, new Date(), "UTC"), /no day in a year/);
});

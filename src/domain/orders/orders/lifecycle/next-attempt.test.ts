import assert from "node:assert/strict";
import { test } from "node:test";
import { buildAttemptSet, findAttemptFaults } from "./next-attempt.ts";

const time_zone = "Europe/Lisbon";
const order = {
  type: "D" as const,
  pickup: null,
  dropoff: { line1: "Rua 1" },
  scheduled_date: "2026-10-23",
  window_start: null,
  window_end: null,
};
const friday = { window_start: "2026-10-23T09:00:00.000Z", window_end: "2026-10-23T11:00:00.000Z" };

test("the window keeps its times of the day on the new day, also over a clock change and midnight", () => {
  for (const [window, scheduled_date, expected] of [
    [friday, "2026-10-24", ["2026-10-24T09:00:00.000Z", "2026-10-24T11:00:00.000Z"]],
    // Summer time ends on 25 October: 10:00 in Lisbon is one hour later in UTC.
    [friday, "2026-10-26", ["2026-10-26T10:00:00.000Z", "2026-10-26T12:00:00.000Z"]],
    // Until 02:00, which comes after the clocks went back.
    [
      { window_start: "2026-10-23T21:00:00.000Z", window_end: "2026-10-24T01:00:00.000Z" },
      "2026-10-24",
      ["2026-10-24T21:00:00.000Z", "2026-10-25T02:00:00.000Z"],
    ],
    // The window is on another day than the order: it goes to the new day all the same.
    [friday, "2026-10-23", undefined],
  ] as const) {
    const set = buildAttemptSet({ ...order, ...window }, { scheduled_date }, time_zone);
    assert.deepEqual(set.window_start && [set.window_start, set.window_end], expected);
  }
});

test("nothing is set that stays as it is, and null removes the window", () => {
  assert.deepEqual(buildAttemptSet(order, {}, time_zone), {});
  assert.deepEqual(buildAttemptSet(order, { scheduled_date: "2026-10-23" }, time_zone), {});
  assert.deepEqual(buildAttemptSet(order, { scheduled_date: "2026-10-24" }, time_zone), {
    scheduled_date: "2026-10-24",
  });
  assert.deepEqual(buildAttemptSet({ ...order, ...friday }, { window: null }, time_zone), {
    window_start: null,
    window_end: null,
    dropoff: { line1: "Rua 1", window: null },
  });
});

test("the day of the next attempt is today or later, in the time zone of the business", () => {
  const now = new Date("2026-10-23T23:30:00Z");
  const findField = (next: Parameters<typeof findAttemptFaults>[0]) =>
    findAttemptFaults(next, { now, time_zone, shift_start: "08:00", shift_end: "18:00" })[0]?.field;
  // It is half past midnight in Lisbon.
  assert.equal(findField({ scheduled_date: "2026-10-23" }), "scheduled_date");
  assert.equal(findField({ scheduled_date: "2026-10-24" }), undefined);
  assert.equal(findField({ window: { start: friday.window_start, end: friday.window_end } }), "window/end");
  const week = { start: "2026-10-24T09:00:00.000Z", end: "2026-10-28T11:00:00.000Z" };
  assert.equal(findField({ window: week }), "scheduled_date");
  assert.equal(findField({ window: week, scheduled_date: "2026-10-26" }), undefined);
  assert.equal(findField({ window: week, scheduled_date: "2026-10-29" }), "window/start");
});

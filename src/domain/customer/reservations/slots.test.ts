/** Slots of calendars: hours, exceptions, and the days on which clocks change. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Calendar, findCurrentSlot, findOverlap, findSlot, findSlots, type SlotRule } from "./slots.ts";

const every = (from: string, to: string): Calendar => ({
  weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, to })),
  exceptions: [],
});

function rule(calendar: Calendar, time_zone: string, slot_minutes = 60): SlotRule {
  return { calendar, time_zone, slot_minutes };
}

/** Each start as its wall time with the offset. */
function list(of: SlotRule, from: string, to: string): string[] {
  return findSlots(of, new Date(from), new Date(to)).map(({ starts_at }) =>
    Temporal.Instant.fromEpochMilliseconds(starts_at.getTime())
      .toZonedDateTimeISO(of.time_zone)
      .toString({ smallestUnit: "minute", timeZoneName: "never" })
      .slice(5),
  );
}

test("hours of the week give slots until they end, and a part of a slot gives none", () => {
  const slots = list(
    rule(every("09:00", "11:45"), "Europe/Berlin"),
    "2026-12-01T00:00:00Z",
    "2026-12-02T00:00:00Z",
  );
  assert.deepEqual(slots, ["12-01T09:00+01:00", "12-01T10:00+01:00"]);
});

test("the hour that is skipped has no slot, and the slots around it follow each other", () => {
  // Europe/Berlin, 29 March 2026: 02:00 is 03:00.
  const night = rule(every("00:00", "06:00"), "Europe/Berlin");
  const slots = list(night, "2026-03-28T23:00:00Z", "2026-03-29T04:00:00Z");
  assert.deepEqual(slots, [
    "03-29T00:00+01:00",
    "03-29T01:00+01:00",
    "03-29T03:00+02:00",
    "03-29T04:00+02:00",
    "03-29T05:00+02:00",
  ]);
});

test("hours that begin or end in the hour that is skipped do so when it is over", () => {
  const begins = rule(every("02:30", "04:00"), "Europe/Berlin", 30);
  assert.deepEqual(list(begins, "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"), [
    "03-29T03:00+02:00",
    "03-29T03:30+02:00",
  ]);
  const ends = rule(every("01:30", "02:30"), "Europe/Berlin", 30);
  assert.deepEqual(list(ends, "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"), ["03-29T01:30+01:00"]);
  const inside = rule(every("02:00", "03:00"), "Europe/Berlin", 15);
  assert.deepEqual(list(inside, "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"), []);
});

test("the hour that occurs twice has its slots twice, each a moment of its own", () => {
  // Europe/Berlin, 25 October 2026: 03:00 is 02:00.
  const night = rule(every("01:00", "04:00"), "Europe/Berlin");
  assert.deepEqual(list(night, "2026-10-24T22:00:00Z", "2026-10-25T22:00:00Z"), [
    "10-25T01:00+02:00",
    "10-25T02:00+02:00",
    "10-25T02:00+01:00",
    "10-25T03:00+01:00",
  ]);
  const [, first, second] = findSlots(
    night,
    new Date("2026-10-24T22:00:00Z"),
    new Date("2026-10-25T22:00:00Z"),
  );
  assert.equal(first?.ends_at.getTime(), second?.starts_at.getTime());
});

test("the clocks of Lord Howe change by half an hour", () => {
  const night = rule(every("01:00", "04:00"), "Australia/Lord_Howe", 30);
  const spring = list(night, "2026-10-03T13:00:00Z", "2026-10-04T13:00:00Z");
  assert.deepEqual(spring, [
    "10-04T01:00+10:30",
    "10-04T01:30+10:30",
    "10-04T02:30+11:00",
    "10-04T03:00+11:00",
    "10-04T03:30+11:00",
  ]);
});

test("a day without its midnight begins when the clocks say so", () => {
  // Santiago, 6 September 2026: 00:00 is 01:00.
  const slots = list(
    rule(every("00:00", "03:00"), "America/Santiago"),
    "2026-09-06T03:00:00Z",
    "2026-09-06T10:00:00Z",
  );
  assert.deepEqual(slots, ["09-06T01:00-03:00", "09-06T02:00-03:00"]);
});

test("no two slots overlap and none is lost in any zone on any day of a year, whatever the length of a slot", () => {
  for (const time_zone of [
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "America/Santiago",
    "Asia/Kolkata",
  ])
    for (const slot_minutes of [25, 45, 90, 120]) {
      const of = rule(every("22:00", "08:00"), time_zone, slot_minutes);
      const slots = findSlots(of, new Date("2026-01-01T00:00:00Z"), new Date("2027-01-01T00:00:00Z"));
      assert.ok(slots.length > (365 * 9 * 60) / slot_minutes - 730);
      for (const [index, { starts_at, ends_at }] of slots.entries()) {
        assert.equal(ends_at.getTime() - starts_at.getTime(), slot_minutes * 60_000);
        const next = slots[index + 1];
        if (next !== undefined) assert.ok(next.starts_at >= ends_at, starts_at.toISOString());
      }
    }
});

test("hours over midnight belong to the day on which they begin, and midnight is in no two slots", () => {
  const night = rule(
    { weekly: [{ weekday: 2, from: "22:00", to: "02:00" }], exceptions: [] },
    "America/Sao_Paulo",
  );
  assert.deepEqual(list(night, "2026-12-01T03:00:00Z", "2026-12-03T03:00:00Z"), [
    "12-01T22:00-03:00",
    "12-01T23:00-03:00",
    "12-02T00:00-03:00",
    "12-02T01:00-03:00",
  ]);
});

test("an exception replaces the hours of its date, and one without hours closes it", () => {
  const of = rule(
    {
      ...every("09:00", "11:00"),
      exceptions: [
        { date: "2026-12-24", hours: [{ from: "10:00", to: "11:00" }] },
        { date: "2026-12-25", hours: [] },
      ],
    },
    "Europe/Berlin",
  );
  assert.deepEqual(list(of, "2026-12-23T23:00:00Z", "2026-12-26T23:00:00Z"), [
    "12-24T10:00+01:00",
    "12-26T09:00+01:00",
    "12-26T10:00+01:00",
  ]);
});

test("a slot is found by its start alone, and the one under way by the time", () => {
  const of = rule(every("09:00", "12:00"), "Europe/Berlin");
  assert.equal(
    findSlot(of, new Date("2026-12-01T08:00:00Z"))?.ends_at.toISOString(),
    "2026-12-01T09:00:00.000Z",
  );
  assert.equal(findSlot(of, new Date("2026-12-01T08:30:00Z")), undefined);
  assert.equal(findSlot(of, new Date("2026-12-01T11:00:00Z")), undefined);
  const now = (time: string) => findCurrentSlot(of, new Date(time))?.starts_at.toISOString();
  assert.equal(now("2026-12-01T08:00:00Z"), "2026-12-01T08:00:00.000Z");
  assert.equal(now("2026-12-01T08:59:59.999Z"), "2026-12-01T08:00:00.000Z");
  assert.equal(now("2026-12-01T07:59:59.999Z"), undefined);
  assert.equal(now("2026-12-01T11:00:00Z"), undefined);
});

test("hours that overlap others of the week are found, over the end of the week too", () => {
  const at = (weekday: number, from: string, to: string) => ({ weekday, from, to });
  assert.equal(findOverlap([at(1, "09:00", "12:00"), at(1, "12:00", "17:00")]), -1);
  assert.equal(findOverlap([at(1, "09:00", "12:00"), at(1, "11:00", "17:00")]), 1);
  assert.equal(findOverlap([at(1, "01:00", "05:00"), at(7, "22:00", "02:00")]), 1);
  assert.equal(findOverlap([at(1, "02:00", "05:00"), at(7, "22:00", "02:00")]), -1);
});

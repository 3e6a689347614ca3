import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  choosePreset,
  computeBreak_min,
  computeWorked_min,
  type Duty,
  decideRight,
  findAbsence,
  findViolations,
  findWeek,
  PRESETS,
} from "./rules.ts";
import { getNextShiftStatus, SHIFT_STATUSES, type ShiftCommand } from "./status.ts";
import { computeTimes, findMonday } from "./templates.ts";

const ZONE = "Europe/Berlin";
const duty = (from: string, to: string, break_min = 45): Duty => ({
  starts_ms: Date.parse(from),
  ends_ms: Date.parse(to),
  break_min,
});
const listViolations = (shift: Duty, others: Duty[] = [], zone = ZONE) =>
  findViolations(shift, others, PRESETS.eu, zone).map(({ rule, value_min }) => [rule, value_min]);

describe("hours and rest", () => {
  for (const [what, shift, others, expected] of [
    ["an ordinary day", duty("2026-12-01T07:00Z", "2026-12-01T16:00Z"), [], []],
    ["13 hours are the longest", duty("2026-12-01T06:00Z", "2026-12-01T19:00Z"), [], []],
    [
      "a minute more is too long",
      duty("2026-12-01T06:00Z", "2026-12-01T19:01Z"),
      [],
      [["shift_length", 781]],
    ],
    ["4.5 hours need no break", duty("2026-12-01T06:00Z", "2026-12-01T10:30Z", 0), [], []],
    ["more than 4.5 hours do", duty("2026-12-01T06:00Z", "2026-12-01T10:31Z", 30), [], [["break", 30]]],
    [
      "11 hours of rest are enough",
      duty("2026-12-02T05:00Z", "2026-12-02T13:00Z"),
      [duty("2026-12-01T10:00Z", "2026-12-01T18:00Z")],
      [],
    ],
    [
      "a minute less is not, before",
      duty("2026-12-02T04:59Z", "2026-12-02T13:00Z"),
      [duty("2026-12-01T10:00Z", "2026-12-01T18:00Z")],
      [["rest", 659]],
    ],
    [
      "nor after",
      duty("2026-12-01T10:00Z", "2026-12-01T18:00Z"),
      [duty("2026-12-02T04:59Z", "2026-12-02T13:00Z")],
      [["rest", 659]],
    ],
    [
      "a morning and an evening are one day of work of 13 hours",
      duty("2026-12-01T17:00Z", "2026-12-01T19:00Z", 0),
      [duty("2026-12-01T06:00Z", "2026-12-01T10:00Z", 0)],
      [],
    ],
    [
      "and not of more",
      duty("2026-12-01T17:00Z", "2026-12-01T20:00Z", 0),
      [duty("2026-12-01T06:00Z", "2026-12-01T10:00Z", 0)],
      [["rest", 420]],
    ],
  ] as const)
    test(what, () => assert.deepEqual(listViolations(shift, [...others]), expected));

  test("a week has 60 hours of work, from Monday to Sunday, without breaks", () => {
    const days = [1, 2, 3, 4].map((day) => duty(`2026-12-0${day}T05:00Z`, `2026-12-0${day}T17:45Z`));
    // Four days of 12 hours; a fifth of 12 fills the week.
    assert.deepEqual(listViolations(duty("2026-12-05T05:00Z", "2026-12-05T17:45Z"), days), []);
    assert.deepEqual(listViolations(duty("2026-12-05T05:00Z", "2026-12-05T17:46Z"), days), [["week", 3601]]);
    const monday_before = duty("2026-11-29T05:00Z", "2026-11-29T17:45Z");
    assert.deepEqual(
      listViolations(duty("2026-12-05T05:00Z", "2026-12-05T17:45Z"), [...days, monday_before]),
      [],
    );
  });

  test("a night over a clock change lasts as long as it lasts: an hour more in autumn, one less in spring", () => {
    const autumn = computeTimes({ weekday: 6, start: "21:00", end: "09:30" }, "2026-10-19", ZONE);
    const spring = computeTimes({ weekday: 6, start: "21:00", end: "10:30" }, "2026-03-23", ZONE);
    assert.deepEqual(autumn, {
      date: "2026-10-24",
      starts_at: "2026-10-24T19:00:00.000Z",
      ends_at: "2026-10-25T08:30:00.000Z",
    });
    assert.deepEqual(
      listViolations(duty(autumn.starts_at, autumn.ends_at)),
      [["shift_length", 810]],
      "13.5 h, not 12.5",
    );
    assert.deepEqual(listViolations(duty(spring.starts_at, spring.ends_at)), [], "12.5 h, not 13.5");
    const week = findWeek(Date.parse("2026-10-25T12:00Z"), ZONE);
    assert.equal((week.to_ms - week.from_ms) / 3_600_000, 169);
  });

  test("a shift over Sunday midnight counts in both weeks by its share, the break too", () => {
    const night = duty("2026-12-06T19:00Z", "2026-12-07T03:00Z", 60);
    const week = findWeek(night.starts_ms, ZONE);
    assert.equal(week.date, "2026-11-30");
    assert.equal(
      computeWorked_min([night], week.from_ms, week.to_ms),
      210,
      "four of eight hours, half of the break",
    );
  });

  test("the break that a shift needs, and the preset of a country", () => {
    assert.equal(computeBreak_min(270 * 60_000, PRESETS.eu), 0);
    assert.equal(computeBreak_min(271 * 60_000, PRESETS.eu), 45);
    assert.deepEqual(["DE", "GB", "US", "BR", ""].map(choosePreset), [
      "eu",
      "eu",
      "us",
      "default",
      "default",
    ]);
  });
});

test("availability: hours of the week over midnight, adjoining ones, days off", () => {
  const weekly = [
    { weekday: 1, from: "22:00", to: "06:00" },
    { weekday: 2, from: "06:00", to: "10:00" },
  ];
  const at = (from: string, to: string) => ({ starts_ms: Date.parse(from), ends_ms: Date.parse(to) });
  const time_off = [{ from_date: "2026-12-24", to_date: "2026-12-26", note: "" }];
  const find = (shift: ReturnType<typeof at>, facts: object = {}) =>
    findAbsence({ weekly, time_off, ...facts }, shift, ZONE);
  // Monday 30 November, 22:00 in Berlin, is 21:00 UTC.
  assert.equal(find(at("2026-11-30T21:00Z", "2026-12-01T09:00Z")), null);
  assert.equal(find(at("2026-11-30T20:59Z", "2026-12-01T09:00Z")), "unavailable");
  assert.equal(find(at("2026-11-30T21:00Z", "2026-12-01T09:01Z")), "unavailable");
  assert.equal(find(at("2026-12-03T08:00Z", "2026-12-03T09:00Z"), { weekly: [] }), null, "at any time");
  assert.equal(
    find(at("2026-12-23T20:00Z", "2026-12-23T23:00Z"), { weekly: [] }),
    null,
    "it ends at midnight",
  );
  assert.equal(find(at("2026-12-23T20:00Z", "2026-12-23T23:01Z"), { weekly: [] }), "time_off");
});

test("rights over a fleet: the business, its own contractor, captains and members while they are drivers of its owner", () => {
  const member = { is_member: true, is_captain: false, driver_contractor_id: 7, driver_status: "active" };
  const fleet = { contractor_id: 7 };
  const driver = { role: "driver", contractor_id: null };
  for (const [who, facts, right] of [
    [{ role: "client_admin", contractor_id: null }, undefined, "manage"],
    [{ role: "broker_employee", contractor_id: 7 }, undefined, "manage"],
    [{ role: "broker_employee", contractor_id: 8 }, undefined, null],
    [{ role: "broker_employee", contractor_id: null }, undefined, null],
    [{ role: "customer", contractor_id: null }, undefined, null],
    [driver, undefined, null],
    [driver, member, "member"],
    [driver, { ...member, is_captain: true }, "captain"],
    [driver, { ...member, is_captain: true, driver_status: "suspended" }, null],
    [driver, { ...member, is_captain: true, driver_contractor_id: null }, null],
  ] as const)
    assert.equal(decideRight(who, fleet, facts), right, JSON.stringify([who, facts]));
  assert.equal(
    decideRight({ role: "broker_employee", contractor_id: 8 }, { contractor_id: null }, undefined),
    null,
  );
});

test("what is over stays over, and nothing but a draft is published", () => {
  const commands: ShiftCommand[] = [
    "publish",
    "claim",
    "assign",
    "unassign",
    "check_in",
    "start_break",
    "check_out",
    "miss",
    "cancel",
  ];
  for (const status of ["ENDED", "CANCELLED"] as const)
    assert.deepEqual(
      commands.filter((trigger) => getNextShiftStatus(status, trigger) !== null),
      [],
    );
  assert.deepEqual(
    SHIFT_STATUSES.filter((status) => getNextShiftStatus(status, "publish") !== null),
    ["DRAFT"],
  );
  assert.deepEqual(
    SHIFT_STATUSES.filter((status) => getNextShiftStatus(status, "claim") !== null),
    ["PUBLISHED"],
  );
  assert.equal(getNextShiftStatus("NO_SHOW", "check_in"), "ON_DUTY");
  assert.deepEqual([findMonday("2026-11-29"), findMonday("2026-11-30")], ["2026-11-23", "2026-11-30"]);
});

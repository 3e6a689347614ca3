import assert from "node:assert/strict";
import { test } from "node:test";
import { getDayOfWindow, isWindowOnDay } from "./window-day.ts";

const by_day = { time_zone: "America/Sao_Paulo", shift_start: "08:00", shift_end: "18:00" };
const by_night = { time_zone: "America/Sao_Paulo", shift_start: "22:00", shift_end: "06:00" };
const tokyo = { time_zone: "Asia/Tokyo", shift_start: "08:00", shift_end: "18:00" };
const now = new Date("2026-11-26T15:00:00Z");

test("a window is on the day of an order in the business's time zone", () => {
  for (const [day, start, end, date, expected] of [
    [by_day, "2026-11-27T12:00:00Z", "2026-11-27T14:00:00Z", "2026-11-27", true],
    [by_day, "2026-11-27T12:00:00Z", "2026-11-27T14:00:00Z", "2026-11-26", false],
    [by_day, "2026-11-27T12:00:00Z", "2026-11-27T14:00:00Z", "2026-11-28", false],
    // 23:00 in Brazil is the next day in UTC.
    [by_day, "2026-11-28T02:00:00Z", "2026-11-28T02:30:00Z", "2026-11-27", true],
    [tokyo, "2026-11-27T23:00:00Z", "2026-11-28T01:00:00Z", "2026-11-28", true],
    [tokyo, "2026-11-27T23:00:00Z", "2026-11-28T01:00:00Z", "2026-11-27", false],
    // The window of several days has each of them; its end is no part of it.
    [by_day, "2026-11-27T12:00:00Z", "2026-11-29T14:00:00Z", "2026-11-28", true],
    [by_day, "2026-11-27T12:00:00Z", "2026-11-28T03:00:00Z", "2026-11-28", false],
    // 03:10 belongs to the night shift of the day before.
    [by_night, "2026-11-28T06:10:00Z", "2026-11-28T06:20:00Z", "2026-11-27", true],
    [by_day, "2026-11-28T06:10:00Z", "2026-11-28T06:20:00Z", "2026-11-27", false],
  ] as const)
    assert.equal(isWindowOnDay({ start, end }, date, day), expected, `${start} ${date}`);
});

test("an order without a date is on the day of its window", () => {
  for (const [day, start, end, expected] of [
    [by_day, "2027-02-10T12:00:00Z", "2027-02-10T14:00:00Z", "2027-02-10"],
    [by_day, "2027-02-11T01:00:00Z", "2027-02-11T02:00:00Z", "2027-02-10"],
    [by_day, "2026-11-26T12:00:00Z", "2026-11-26T13:00:00Z", "2026-11-26"],
    // It is open since yesterday.
    [by_day, "2026-11-25T12:00:00Z", "2026-11-27T13:00:00Z", "2026-11-26"],
    // It has passed.
    [by_day, "2026-02-10T12:00:00Z", "2026-02-10T14:00:00Z", "2026-02-10"],
    [by_night, "2026-11-28T06:10:00Z", "2026-11-28T06:20:00Z", "2026-11-27"],
    [by_night, "2026-11-28T10:10:00Z", "2026-11-28T11:20:00Z", "2026-11-28"],
    [tokyo, "2026-11-27T23:00:00Z", "2026-11-28T01:00:00Z", "2026-11-28"],
  ] as const)
    assert.equal(getDayOfWindow({ start, end }, now, day), expected, start);
});

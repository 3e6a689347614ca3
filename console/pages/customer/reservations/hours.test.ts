/** Hours as people type them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { formatExceptions, formatHours, parseExceptions, parseHours } from "./hours.ts";

test("hours are read as they are written", () => {
  const hours = [
    { from: "09:00", to: "12:00" },
    { from: "13:30", to: "24:00" },
  ];
  assert.deepEqual(parseHours("9:00-12:00, 13:30 – 24:00"), hours);
  assert.deepEqual(parseHours(formatHours(hours)), hours);
  assert.deepEqual(parseHours(" "), []);
  assert.equal(parseHours("nine to five"), undefined);
});

test("an exception without hours is a closed date", () => {
  const exceptions = [
    { date: "2026-12-24", hours: [{ from: "09:00", to: "12:00" }] },
    { date: "2026-12-25", hours: [] },
  ];
  assert.deepEqual(parseExceptions(formatExceptions(exceptions)), exceptions);
  assert.equal(parseExceptions("Christmas"), undefined);
});

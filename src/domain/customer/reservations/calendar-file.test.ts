/** Calendar files, against what RFC 5545 asks of their lines. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildCalendarFile } from "./calendar-file.ts";

const EVENT = {
  uid: "reservation-1@packhorse",
  sequence: 2,
  changed_at: "2026-11-29T10:00:00.000Z",
  starts_at: "2026-12-01T08:00:00.000Z",
  ends_at: "2026-12-01T09:00:00.000Z",
  summary: "Dock 1; north, gate\\2",
  location: "Line 1\nLine 2",
  is_cancelled: false,
};

test("an event has its times in UTC, and signs of the format are escaped", () => {
  const lines = buildCalendarFile("Dock", [EVENT]).split("\r\n");
  for (const line of [
    "DTSTART:20261201T080000Z",
    "DTEND:20261201T090000Z",
    "SEQUENCE:2",
    "SUMMARY:Dock 1\\; north\\, gate\\\\2",
    "LOCATION:Line 1\\nLine 2",
    "STATUS:CONFIRMED",
  ])
    assert.ok(lines.includes(line), line);
  assert.equal(lines.at(-1), "");
});

test("no line has more than 75 bytes, and a folded one reads as it was", () => {
  const summary = "Ünïcödé 装卸码头 🚚 ".repeat(12);
  const file = buildCalendarFile("Dock", [{ ...EVENT, summary, is_cancelled: true }]);
  for (const line of file.split("\r\n")) assert.ok(Buffer.byteLength(line) <= 75, line);
  assert.ok(file.replaceAll("\r\n ", "").includes(`SUMMARY:${summary}\r\n`));
  assert.ok(file.includes("STATUS:CANCELLED"));
});

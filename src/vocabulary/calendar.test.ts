import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dateIn, isTimeZone, momentIn, offsetAt } from "./calendar.ts";

test("a moment has the date that clocks of the time zone show", () => {
  const at = new Date("2026-11-20T02:30:00Z");
  assert.equal(dateIn(at, "America/Sao_Paulo"), "2026-11-19");
  assert.equal(dateIn(at, "Asia/Tokyo"), "2026-11-20");
  assert.equal(dateIn(new Date("2026-11-20T02:59:59.999Z"), "America/Sao_Paulo"), "2026-11-19");
  assert.equal(dateIn(new Date("2026-11-20T03:00:00Z"), "America/Sao_Paulo"), "2026-11-20");
});

test("a time of day is a moment, on both sides of a clock change", () => {
  assert.equal(momentIn("2026-03-29", "01:30", "Europe/Amsterdam").toISOString(), "2026-03-29T00:30:00.000Z");
  assert.equal(momentIn("2026-03-29", "08:00", "Europe/Amsterdam").toISOString(), "2026-03-29T06:00:00.000Z");
  assert.equal(momentIn("2026-10-25", "08:00", "Europe/Amsterdam").toISOString(), "2026-10-25T07:00:00.000Z");
  assert.equal(
    momentIn("2026-11-20", "08:00", "America/Sao_Paulo").toISOString(),
    "2026-11-20T11:00:00.000Z",
  );
});

test("a time that the clocks skip is read with the offset before, one that comes twice is the first", () => {
  assert.equal(momentIn("2026-03-29", "02:30", "Europe/Amsterdam").toISOString(), "2026-03-29T01:30:00.000Z");
  assert.equal(momentIn("2026-10-25", "02:30", "Europe/Amsterdam").toISOString(), "2026-10-25T00:30:00.000Z");
});

test("offsets, days and names", () => {
  assert.equal(offsetAt(new Date("2026-07-01T00:00:00Z"), "Asia/Kolkata"), 19_800);
  assert.equal(addDays("2028-02-28", 2), "2028-03-01");
  assert.equal(isTimeZone("Europe/Nowhere"), false);
});

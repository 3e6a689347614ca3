import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, getUtcOffset, isTimeZone, toInstant, toLocalDate } from "./calendar.ts";

test("a point in time has the local date of the time zone", () => {
  const at = new Date("2026-11-20T02:30:00Z");
  assert.equal(toLocalDate(at, "America/Sao_Paulo"), "2026-11-19");
  assert.equal(toLocalDate(at, "Asia/Tokyo"), "2026-11-20");
  assert.equal(toLocalDate(new Date("2026-11-20T02:59:59.999Z"), "America/Sao_Paulo"), "2026-11-19");
  assert.equal(toLocalDate(new Date("2026-11-20T03:00:00Z"), "America/Sao_Paulo"), "2026-11-20");
});

test("a local time becomes a point in time, on both sides of a clock change", () => {
  assert.equal(
    toInstant("2026-03-29", "01:30", "Europe/Amsterdam").toISOString(),
    "2026-03-29T00:30:00.000Z",
  );
  assert.equal(
    toInstant("2026-03-29", "08:00", "Europe/Amsterdam").toISOString(),
    "2026-03-29T06:00:00.000Z",
  );
  assert.equal(
    toInstant("2026-10-25", "08:00", "Europe/Amsterdam").toISOString(),
    "2026-10-25T07:00:00.000Z",
  );
  assert.equal(
    toInstant("2026-11-20", "08:00", "America/Sao_Paulo").toISOString(),
    "2026-11-20T11:00:00.000Z",
  );
});

test("a local time that is skipped uses the offset before the change, and an ambiguous one is the first", () => {
  assert.equal(
    toInstant("2026-03-29", "02:30", "Europe/Amsterdam").toISOString(),
    "2026-03-29T01:30:00.000Z",
  );
  assert.equal(
    toInstant("2026-10-25", "02:30", "Europe/Amsterdam").toISOString(),
    "2026-10-25T00:30:00.000Z",
  );
});

test("a clock change is found where the offset is more than twelve hours", () => {
  assert.equal(toInstant("2020-04-05", "02:30", "Pacific/Apia").toISOString(), "2020-04-04T12:30:00.000Z");
  assert.equal(toInstant("2020-09-27", "02:30", "Pacific/Apia").toISOString(), "2020-09-26T13:30:00.000Z");
});

test("offsets, days and names", () => {
  assert.equal(getUtcOffset(new Date("2026-07-01T00:00:00Z"), "Asia/Kolkata"), 19_800);
  assert.equal(addDays("2028-02-28", 2), "2028-03-01");
  assert.equal(isTimeZone("Europe/Nowhere"), false);
});

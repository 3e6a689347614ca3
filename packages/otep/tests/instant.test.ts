import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { canonicalInstant, formatInstant, NO_OFFSET, parseInstant } from "../src/instant.ts";
import { runs } from "./runs.ts";

test("reads and writes every millisecond of the years 2000 to 9999 as Date does", () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(9999, 11, 31) }), (epoch_ms) => {
      const text = new Date(epoch_ms).toISOString();
      assert.equal(formatInstant(epoch_ms), text);
      assert.equal(parseInstant(text), epoch_ms);
    }),
    { numRuns: runs(2000) },
  );
});

test("applies offsets", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date("2000-01-02"), max: new Date("2100-01-01"), noInvalidDate: true }),
      fc.integer({ min: -1439, max: 1439 }),
      (date, offset) => {
        const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1);
        const size = Math.abs(offset);
        const hours = String(Math.floor(size / 60)).padStart(2, "0");
        const text = `${local}${offset < 0 ? "-" : "+"}${hours}:${String(size % 60).padStart(2, "0")}`;
        assert.equal(parseInstant(text), date.getTime());
        assert.equal(canonicalInstant(text, parseInstant(text)), date.toISOString());
      },
    ),
  );
});

const instants: [string, string][] = [
  ["2026-03-02T09:15:00Z", "2026-03-02T09:15:00.000Z"],
  ["2026-03-02T09:15:00.1Z", "2026-03-02T09:15:00.100Z"],
  ["2026-03-02T09:15:00.123456789Z", "2026-03-02T09:15:00.123Z"],
  ["2026-03-02t09:15:00z", "2026-03-02T09:15:00.000Z"],
  ["2026-03-02 09:15:00+02:00", "2026-03-02T07:15:00.000Z"],
  ["2024-02-29T23:30:00-01:00", "2024-03-01T00:30:00.000Z"],
  ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"],
  ["2016-12-31T23:59:60.000Z", "2017-01-01T00:00:00.000Z"],
  ["2017-01-01T00:59:60+01:00", "2017-01-01T00:00:00.000Z"],
  ["2016-12-31T18:59:60-05:00", "2017-01-01T00:00:00.000Z"],
  ["2016-12-31T00:00:60-23:59", "2017-01-01T00:00:00.000Z"],
  ["2017-01-01T00:00:60+00:01", "2017-01-01T00:00:00.000Z"],
];
for (const [text, expected] of instants) {
  test(`reads ${text}`, () => assert.equal(canonicalInstant(text, parseInstant(text)), expected));
}

const noInstants = [
  "",
  "2026-03-02",
  "2026-03-02T09:15Z",
  "2026-02-30T09:15:00Z",
  "2025-02-29T09:15:00Z",
  "2100-02-29T09:15:00Z",
  "2026-13-02T09:15:00Z",
  "2026-00-02T09:15:00Z",
  "2026-03-00T09:15:00Z",
  "2026-03-02T24:00:00Z",
  "2026-03-02T09:60:00Z",
  "2026-03-02T09:15:61Z",
  "2026-03-02T09:15:60Z",
  "2016-12-31T23:59:60+01:00",
  "2016-12-31T00:00:60+23:59",
  "2026-03-02T09:15:00.Z",
  "2026-03-02T09:15:00+0200",
  "2026-03-02T09:15:00+24:00",
  "2026-03-02T09:15:00Zulu",
  "2026/03/02T09:15:00Z",
  " 2026-03-02T09:15:00Z",
  "+026-03-02T09:15:00Z",
];
for (const text of noInstants) {
  test(`refuses "${text}"`, () => assert.ok(Number.isNaN(parseInstant(text))));
}

test("distinguishes a time without offset from an invalid time", () => {
  assert.equal(parseInstant("2026-03-02T09:15:00"), NO_OFFSET);
  assert.equal(parseInstant("2026-03-02T09:15:00.250"), NO_OFFSET);
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { normaliseEvent } from "../../../packages/otep/src/normalise.ts";
import { mergeTimeline, type Timeline } from "../../../packages/otep/src/timeline.ts";
import {
  arrangeTimeline,
  findOpenDays,
  formatCode,
  formatPlace,
  formatQuantity,
  formatReason,
  formatSource,
  type Row,
} from "./arrange.ts";

const example = JSON.parse(
  readFileSync(new URL("../../../packages/otep/examples/timeline.json", import.meta.url), "utf8"),
) as Timeline;
const toDay = (at: string) => at.slice(0, 10);

function timeline(events: object[]): Timeline {
  const stored_events = events.flatMap((event) => {
    const read = normaliseEvent({ subject: "PKH0001", ...event }, { now: Date.UTC(2026, 2, 9) });
    assert.deepEqual(read.errors, []);
    return read.event ?? [];
  });
  return mergeTimeline(stored_events, { subject: stored_events[0]!.subject });
}
const name = (row: Row) => (row.kind === "event" ? row.event.status_code : `${row.events.length} readings`);
const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 8, minute)).toISOString();
const reading = (minute: number, value: number, property = "temperature") => ({
  occurred_at: at(minute),
  status_code: "otep:sensor:reading",
  sensor: { property, value, unit: "Cel" },
});

test("lists the newest day first, and within it the newest event", () => {
  const { days } = arrangeTimeline(example, toDay);
  assert.deepEqual(
    days.map(({ date }) => date),
    ["2026-03-03", "2026-03-02"],
  );
  assert.deepEqual(days[0]!.rows.map(name).slice(0, 2), [
    "otep:lastmile:delivered_in_person",
    "otep:lastmile:recipient_contacted",
  ]);
});

test("separates expected events from actual ones", () => {
  const { days, expected } = arrangeTimeline(example, toDay);
  assert.deepEqual(
    expected.map(({ time_type, status_code }) => [time_type, status_code]),
    [["estimated", "otep:core:delivered"]],
  );
  assert(
    days.flatMap(({ rows }) => rows).every((row) => row.kind !== "event" || row.event.time_type === "actual"),
  );
});

test("groups reports of the same thing, and loses no event", () => {
  const { days, expected } = arrangeTimeline(example, toDay);
  const rows = days.flatMap(({ rows }) => rows);
  const handed = rows.find((row) => row.kind === "event" && row.event.event_id === "GBX-1006");
  assert(handed?.kind === "event");
  assert.deepEqual(
    handed.reported_by.map(({ source }) => source.provider),
    ["acme"],
  );
  const shown_events = rows.flatMap((row) =>
    row.kind === "event" ? [row.event, ...row.reported_by] : row.events,
  );
  assert.equal(shown_events.length + expected.length, example.event_count);
});

test("groups three consecutive readings into one row with a series per property, but not two", () => {
  const status = { occurred_at: at(3), status_code: "otep:core:in_transit" };
  const { days } = arrangeTimeline(
    timeline([
      reading(0, 4),
      reading(1, 5),
      reading(2, 60, "humidity"),
      status,
      reading(4, 6),
      reading(5, 7),
    ]),
    toDay,
  );
  const rows = days[0]!.rows;
  assert.deepEqual(rows.map(name), [
    "otep:sensor:reading",
    "otep:sensor:reading",
    "otep:core:in_transit",
    "3 readings",
  ]);
  const run = rows[3]!;
  assert(run.kind === "readings");
  assert.deepEqual(
    run.series.map(({ property, points }) => [property, points.map(({ value }) => value)]),
    [
      ["temperature", [4, 5]],
      ["humidity", [60]],
    ],
  );
});

test("opens only the newest days, up to a readable number of rows", () => {
  const days = (sizes: number[]) =>
    sizes.map((size, index) => ({
      date: `d${index}`,
      event_count: size,
      rows: Array.from(
        { length: size },
        () => ({ kind: "readings", events: [], series: [], positions: 0 }) as Row,
      ),
    }));
  assert.deepEqual([...findOpenDays(days([10, 15, 10, 2]))], ["d0", "d1"]);
  assert.deepEqual([...findOpenDays(days([400, 2]))], ["d0"]);
  assert.deepEqual([...findOpenDays([])], []);
});

test("formats codes, reasons, sources, places and amounts as text", () => {
  assert.equal(
    formatCode({ status_code: "otep:locker:deposited", base: "available_for_pickup" }),
    "Put in by the courier",
  );
  assert.equal(
    formatCode({ status_code: "otep:lastmile:x-drone_landed", base: "delivered" }),
    "Drone landed",
  );
  assert.equal(formatReason("recipient_absent"), "Recipient absent");
  assert.equal(formatReason("x-moon"), "Moon");
  assert.equal(formatSource({ type: "carrier", provider: "globex" }), "Carrier globex");
  assert.equal(formatQuantity(9.4, "Cel"), "9.4 °C");
  assert.equal(formatQuantity(true, undefined), "true");
  assert.equal(
    formatPlace({ name: "Lyon 7 hub", address: { city: "Lyon", country: "FR" } }),
    "Lyon 7 hub, Lyon, FR",
  );
  assert.equal(formatPlace({ gln: "4012345000054" }), "GLN 4012345000054");
  assert.equal(formatPlace({ kind: "pickup_point" }), "Pickup point");
  assert.equal(formatPlace({ geo: { lat: 1, lon: 2 } }), undefined);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  canCancelPickup,
  decideWindow,
  getNextPickupState,
  isPickupOffered,
  PICKUP_STATES,
} from "./rules.ts";

const NOW = new Date("2026-11-23T15:00:00Z");
const at = (
  date: string,
  window_start: string,
  window_end: string,
  cut_off: string | null = null,
  time_zone = "Europe/Lisbon",
) => decideWindow({ date, window_start, window_end }, { now: NOW, time_zone, cut_off });

test("a window is in the future, within a month, and ordered before the cut-off of its day", () => {
  assert.deepEqual(at("2026-11-24", "09:00", "12:00", "14:00", "America/Sao_Paulo"), {
    window: { start: new Date("2026-11-24T12:00:00Z"), end: new Date("2026-11-24T15:00:00Z") },
  });
  assert.ok("window" in at("2026-11-23", "16:00", "18:00", "15:01"));
  // One that has begun can still be met.
  assert.ok("window" in at("2026-11-23", "14:00", "15:01"));
  const fields = [
    at("2026-11-22", "09:00", "12:00"),
    at("2026-12-24", "09:00", "12:00"),
    at("2026-11-24", "12:00", "12:00"),
    at("2026-11-23", "13:00", "15:00"),
    // Clocks go from two to three: half past two is half past three.
    decideWindow(
      { date: "2027-03-14", window_start: "02:30", window_end: "03:00" },
      { now: new Date("2027-03-13T12:00:00Z"), time_zone: "America/New_York", cut_off: null },
    ),
  ].map((decision) => ("fault" in decision ? decision.fault.field : decision));
  assert.deepEqual(fields, ["date", "date", "window_end", "window_end", "window_end"]);
  assert.deepEqual(at("2026-11-23", "16:00", "18:00", "15:00"), { past_cut_off: "15:00" });
});

test("a pickup becomes what the table of the README says, and nothing else", () => {
  const triggers = ["confirm", "refuse", "cancelled_by_carrier", "cancel"] as const;
  const table = PICKUP_STATES.map((from) => [from, ...triggers.map((one) => getNextPickupState(from, one))]);
  assert.deepEqual(table, [
    ["pending", "scheduled", "failed", "cancelled", null],
    ["scheduled", null, null, null, "cancel_pending"],
    ["failed", null, null, null, null],
    ["cancel_pending", null, "scheduled", "cancelled", null],
    ["cancelled", null, null, null, null],
  ]);
});

test("it is cancelled before its window is over, and once while nobody knows of it", () => {
  const window_end = "2026-11-23T15:00:01Z";
  const can = (state: (typeof PICKUP_STATES)[number], more: object = {}) =>
    canCancelPickup({ state, window_end, cancel_requested_at: null, ...more }, NOW);
  assert.deepEqual(
    PICKUP_STATES.filter((state) => can(state)),
    ["pending", "scheduled"],
  );
  assert.equal(can("pending", { cancel_requested_at: "2026-11-23T14:00:00Z" }), false);
  assert.equal(can("scheduled", { window_end: "2026-11-23T15:00:00Z" }), false);
});

test("a pickup is offered for recent manifests with labels that wait", () => {
  const manifest = { state: "created", date: "2026-11-16", uncollected_count: 1 };
  const offered = (more: object = {}) => isPickupOffered({ ...manifest, ...more }, "2026-11-23");
  assert.equal(offered(), true);
  for (const more of [{ state: "pending" }, { uncollected_count: 0 }, { date: "2026-11-15" }])
    assert.equal(offered(more), false);
});

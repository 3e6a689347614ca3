import assert from "node:assert/strict";
import { test } from "node:test";
import { moveByObserved } from "./expected.ts";

const at = (time: string) => `2026-12-01T${time}:00.000Z`;
const stop = (seq: number, planned: string, more: object = {}) => ({
  id: seq * 10,
  seq,
  status: "PENDING" as const,
  planned_arrival_at: at(planned),
  planned_departure_at: at(planned.replace(/0$/, "5")),
  arrived_at: null,
  done_at: null,
  window_start: null,
  window_end: null,
  ...more,
});
const route = (stops: ReturnType<typeof stop>[], more: object = {}) => ({
  status: "IN_PROGRESS" as const,
  planned_start_at: at("08:00"),
  actual_start_at: at("08:00"),
  stops,
  ...more,
});

test("the plan moves by how late the driver was where last seen, and late windows are counted", () => {
  const done_stop = { status: "DONE", arrived_at: at("09:18"), done_at: at("09:25") };
  const expected = moveByObserved(
    route([stop(1, "09:00", done_stop), stop(2, "10:00"), stop(3, "11:00", { window_end: at("11:10") })]),
    new Date(at("09:30")),
  );
  assert.deepEqual(expected, {
    arrivals: new Map([
      [20, { at: at("10:20"), is_late: false }],
      [30, { at: at("11:20"), is_late: true }],
    ]),
    moved_s: 20 * 60,
    seen_at: 1,
    next: 20,
    late: 1,
  });
});

test("an arrival that the plan has passed is not before now, an early driver waits for the window", () => {
  const passed = moveByObserved(route([stop(1, "09:00")]), new Date(at("09:40")));
  assert.equal(passed.arrivals.get(10)?.at, at("09:40"));
  const done_stop = { status: "DONE", arrived_at: at("08:40"), done_at: at("08:45") };
  const early = moveByObserved(
    route([stop(1, "09:00", done_stop), stop(2, "10:00", { window_start: at("10:00") })]),
    new Date(at("08:50")),
  );
  assert.equal(early.moved_s, -20 * 60);
  assert.equal(early.arrivals.get(20)?.at, at("10:00"));
});

test("before the start the plan stands", () => {
  const waiting = moveByObserved(route([stop(1, "09:00")], { actual_start_at: null }), new Date(at("07:00")));
  assert.deepEqual([waiting.moved_s, waiting.seen_at], [0, null]);
});

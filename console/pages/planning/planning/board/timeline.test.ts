import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ScheduledRoute, ScheduledStop } from "../../routes/queries.ts";
import {
  type Axis,
  chooseScale,
  computeRange,
  computeVisit,
  findGapX,
  findPosition,
  findVisibleRows,
  fitScale,
  layOutBlocks,
  listTicks,
  toTime,
  toX,
} from "./timeline.ts";

const clock = (time: string) => `2026-11-20T${time}:00.000Z`;
const axis: Axis = { start: Date.parse(clock("08:00")), end: Date.parse(clock("12:00")), px_per_min: 2 };

function stop(seq: number, arrival: string | null, more: Partial<ScheduledStop> = {}): ScheduledStop {
  return {
    id: seq * 10,
    seq,
    status: "PENDING",
    service_time_s: 300,
    planned_arrival_at: arrival === null ? null : clock(arrival),
    planned_departure_at:
      arrival === null ? null : new Date(Date.parse(clock(arrival)) + 300_000).toISOString(),
    planned_wait_s: 0,
    arrived_at: null,
    done_at: null,
    ...more,
  } as ScheduledStop;
}
const route = (stops: ScheduledStop[], more: Partial<ScheduledRoute> = {}) =>
  ({
    planned_start_at: null,
    planned_end_at: null,
    actual_start_at: null,
    actual_end_at: null,
    stops,
    ...more,
  }) as ScheduledRoute;

describe("the time axis", () => {
  test("maps times to positions and back", () => {
    assert.equal(toX(axis, Date.parse(clock("09:30"))), 180);
    assert.equal(toTime(axis, 180), Date.parse(clock("09:30")));
  });

  test("holds the shift, and whatever lies outside of it, in whole hours", () => {
    const shift = { start: clock("08:00"), end: clock("10:00") };
    const hours = (routes: ScheduledRoute[]) => {
      const { start, end } = computeRange(shift, routes);
      return [start, end].map((time) => new Date(time).toISOString().slice(11, 16));
    };
    assert.deepEqual(hours([]), ["08:00", "10:00"]);
    assert.deepEqual(
      hours([route([], { planned_start_at: clock("07:45"), planned_end_at: clock("11:10") })]),
      ["07:00", "12:00"],
    );
    assert.deepEqual(hours([route([stop(1, "09:00", { done_at: clock("13:05") })])]), ["08:00", "14:00"]);
  });

  test("fills the width, and is wider where numbers would not be readable", () => {
    const sparse = [route([stop(1, "08:00"), stop(2, "10:00")])];
    const dense = [
      route(Array.from({ length: 20 }, (_, n) => stop(n + 1, `08:${String(n * 3).padStart(2, "0")}`))),
    ];
    assert.equal(fitScale(axis, 480), 2);
    assert.equal(chooseScale(axis, sparse, 480), 2);
    assert(chooseScale(axis, dense, 480) * 3 >= 22);
    assert.equal(chooseScale(axis, [], 480), 2);
  });

  test("has labels as close as they fit", () => {
    const labels = (px_per_min: number) => listTicks({ ...axis, px_per_min }).length;
    assert.deepEqual([0.4, 1, 2, 12].map(labels), [2, 5, 9, 49]);
  });
});

describe("a visit", () => {
  test("is as planned until something is observed, and starts after the wait", () => {
    const minutes = (one: ScheduledStop) => {
      const visit = computeVisit(one);
      return (
        visit &&
        [visit.start, visit.end, visit.waits_from].map(
          (time) => time && new Date(time).toISOString().slice(11, 16),
        )
      );
    };
    assert.deepEqual(minutes(stop(1, "09:00")), ["09:00", "09:05", null]);
    const waiting = stop(1, "09:00", { planned_wait_s: 600, planned_departure_at: clock("09:15") });
    assert.deepEqual(minutes(waiting), ["09:10", "09:15", "09:00"]);
    assert.deepEqual(minutes(stop(1, "09:00", { arrived_at: clock("09:20") })), ["09:20", "09:25", null]);
    assert.deepEqual(minutes(stop(1, "09:00", { done_at: clock("09:30") })), ["09:25", "09:30", null]);
    assert.equal(computeVisit(stop(1, null)), null);
  });
});

describe("the blocks of a route", () => {
  test("are readable where there is room and never cover the next one", () => {
    const [first, second, third] = layOutBlocks(axis, [stop(1, "08:00"), stop(2, "08:05"), stop(3, "09:00")]);
    assert.deepEqual([first?.x, first?.width, first?.is_numbered], [0, 8, false]);
    assert.deepEqual([second?.x, second?.width, second?.is_numbered], [10, 22, true]);
    assert.equal(third?.x, 120);
  });

  test("say where something dropped would be inserted: visited and moving stops do not count", () => {
    const blocks = layOutBlocks(axis, [
      stop(1, "08:00", { status: "DONE" }),
      stop(2, "08:30"),
      stop(3, "09:00"),
      stop(4, "09:30"),
    ]);
    assert.deepEqual(
      [0, 65, 130, 150, 500].map((x) => findPosition(blocks, x)),
      [1, 1, 2, 3, 4],
    );
    assert.equal(findPosition(blocks, 500, new Set([20])), 3);
    assert.equal(findGapX(blocks, 1), 58.5);
    assert.equal(findGapX(blocks, 4), 203.5);
    assert.equal(findGapX([], 1), 0);
  });
});

test("only rows in view are drawn, with some above and below", () => {
  assert.deepEqual(findVisibleRows({ top: 0, height: 400 }, 40, 100), { from: 0, to: 13 });
  assert.deepEqual(findVisibleRows({ top: 1000, height: 400 }, 40, 100), { from: 22, to: 38 });
  assert.deepEqual(findVisibleRows({ top: 3900, height: 400 }, 40, 100), { from: 94, to: 100 });
  assert.deepEqual(findVisibleRows({ top: 9000, height: 400 }, 40, 3), { from: 3, to: 3 });
});

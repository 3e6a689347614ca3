import assert from "node:assert/strict";
import { test } from "node:test";
import type { RouteSummary } from "../../planning/routes/queries.ts";
import { chooseRoute, computeAge } from "./driver-day.ts";

const route = (id: number, status: string, planned_start_at: string | null = null, driver_id = 7) =>
  ({ id, status, planned_start_at, driver_id }) as RouteSummary;

test("the route of a driver is the one in progress, else the next, else the last of the day", () => {
  const closed_route = route(1, "CLOSED");
  const [later, sooner] = [
    route(2, "RELEASED", "2026-11-23T15:00Z"),
    route(3, "RELEASED", "2026-11-23T09:00Z"),
  ];
  const running = route(4, "IN_PROGRESS");
  const others = [route(5, "IN_PROGRESS", null, 8), route(6, "CANCELLED")];
  assert.equal(chooseRoute([closed_route, later, sooner, running, ...others], 7)?.id, 4);
  assert.equal(chooseRoute([closed_route, later, sooner, ...others], 7)?.id, 3);
  assert.equal(chooseRoute([closed_route, ...others], 7)?.id, 1);
  assert.equal(chooseRoute(others, 7), undefined);
});

test("a position ages from fresh to old", () => {
  const now = Date.parse("2026-11-23T10:00:00Z");
  assert.deepEqual(
    ["2026-11-23T09:58:30Z", "2026-11-23T09:55:00Z", "2026-11-23T09:40:00Z", "2026-11-23T10:00:20Z"].map(
      (at) => computeAge(at, now),
    ),
    ["fresh", "older", "old", "fresh"],
  );
});

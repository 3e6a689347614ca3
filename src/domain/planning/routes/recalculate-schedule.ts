/** Computes what follows from a sequence of stops: times, distances, load and counts. Pure. */
import type { PlanningSettings } from "#domain/identity/settings/public.ts";
import { findUnknownLegs, listWaypoints, type RoadLegs, toPoint } from "./legs.ts";
import type { RouteLoad, RouteRow } from "./records/route.ts";
import { isUnreleased } from "./status.ts";
import type { PlacedStop } from "./stops.ts";
import {
  computeDepartureTime,
  computePeakLoad,
  computeTiming,
  getShift,
  getWorkingTime,
  type RouteFigures,
} from "./timing.ts";

type ScheduledRoute = Pick<
  RouteRow,
  | "date"
  | "status"
  | "start_place"
  | "end_place"
  | "earliest_start_at"
  | "planned_start_at"
  | "actual_start_at"
>;

export interface RouteSchedule {
  stops: RouteFigures["stops"];
  set: Omit<RouteFigures, "stops"> & Pick<RouteRow, "load" | "stops_total" | "stops_resolved">;
}

/** Times, distances, load and counts of a sequence of stops. By road if `roads` has every leg, else in straight lines. Pure. */
export function recalculateSchedule(
  route: ScheduledRoute,
  stops: readonly PlacedStop[],
  amounts: ReadonlyMap<number, RouteLoad>,
  {
    settings,
    time_zone,
    roads,
    now,
  }: { settings: PlanningSettings; time_zone: string; roads: RoadLegs; now: Date },
  planned?: RouteFigures,
): RouteSchedule {
  const { stops: timed, ...figures } =
    planned ?? computeFigures(route, stops, settings, time_zone, roads, now);
  const tasks = stops.flatMap((stop) => stop.tasks.filter((task) => task.status !== "REMOVED"));
  return {
    stops: timed,
    set: {
      ...figures,
      load: computePeakLoad(tasks, amounts),
      stops_total: stops.length,
      stops_resolved: stops.filter((stop) => ["DONE", "PARTIAL", "FAILED"].includes(stop.status)).length,
    },
  };
}

function computeFigures(
  route: ScheduledRoute,
  stops: readonly PlacedStop[],
  settings: PlanningSettings,
  time_zone: string,
  roads: RoadLegs,
  now: Date,
): RouteFigures {
  const is_road =
    roads.size > 0 && stops.length > 0 && findUnknownLegs([listWaypoints(route, stops)], roads).length === 0;
  const pace = is_road ? { ...settings, roads } : settings;
  const ends = { start: toPoint(route.start_place), end: toPoint(route.end_place) };
  const earliest = findEarliestStart(route, settings, time_zone, now).toISOString();
  const planned_start_at = route.actual_start_at ?? computeDepartureTime({ ...ends, earliest }, stops, pace);
  return {
    ...computeTiming({ ...ends, start_at: planned_start_at }, stops, pace),
    planned_start_at,
    distances: is_road ? "road" : "straight_line",
  };
}

/**
 * The earliest departure. A route that is not released leaves no earlier than now. One that is released and still here was due at its
 * planned start: no later change hides that it is late.
 */
function findEarliestStart(
  route: ScheduledRoute,
  settings: PlanningSettings,
  time_zone: string,
  now: Date,
): Date {
  if (isUnreleased(route.status)) {
    const { start } = getWorkingTime(route.date, settings, time_zone, { now });
    const chosen_start_at = route.earliest_start_at === null ? null : new Date(route.earliest_start_at);
    return chosen_start_at !== null && (chosen_start_at > start || chosen_start_at > now)
      ? chosen_start_at
      : start;
  }
  const { start } = getShift(route.date, settings, time_zone);
  const due = route.planned_start_at === null ? start : new Date(route.planned_start_at);
  return new Date(Math.max(start.getTime(), Math.min(due.getTime(), now.getTime())));
}

/** Computes what follows from a sequence of stops: times, distances, load and counts. Pure. */
import type { PlanningSettings } from "#domain/identity/settings/public.ts";
import { findUnknownLegs, listWaypoints, type RoadLegs, toPoint } from "./legs.ts";
import type { PlacedStop } from "./stops.ts";
import type { RouteLoad, RouteRow } from "./tables.ts";
import {
  computeDepartureTime,
  computePeakLoad,
  computeTiming,
  getShift,
  type RouteFigures,
} from "./timing.ts";

export interface RouteSchedule {
  stops: RouteFigures["stops"];
  set: Omit<RouteFigures, "stops"> & Pick<RouteRow, "load" | "stops_total" | "stops_resolved">;
}

/** Times, distances, load and counts of a sequence of stops. By road if `roads` has every leg, else in straight lines. Pure. */
export function recalculateSchedule(
  route: Pick<RouteRow, "date" | "start_place" | "end_place" | "actual_start_at">,
  stops: readonly PlacedStop[],
  amounts: ReadonlyMap<number, RouteLoad>,
  { settings, time_zone, roads }: { settings: PlanningSettings; time_zone: string; roads: RoadLegs },
  planned?: RouteFigures,
): RouteSchedule {
  const { stops: timed, ...figures } = planned ?? computeFigures(route, stops, settings, time_zone, roads);
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
  route: Pick<RouteRow, "date" | "start_place" | "end_place" | "actual_start_at">,
  stops: readonly PlacedStop[],
  settings: PlanningSettings,
  time_zone: string,
  roads: RoadLegs,
): RouteFigures {
  const is_road =
    roads.size > 0 && stops.length > 0 && findUnknownLegs([listWaypoints(route, stops)], roads).length === 0;
  const pace = is_road ? { ...settings, roads } : settings;
  const ends = { start: toPoint(route.start_place), end: toPoint(route.end_place) };
  const earliest = getShift(route.date, settings, time_zone).start.toISOString();
  const planned_start_at = route.actual_start_at ?? computeDepartureTime({ ...ends, earliest }, stops, pace);
  return {
    ...computeTiming({ ...ends, start_at: planned_start_at }, stops, pace),
    planned_start_at,
    distances: is_road ? "road" : "straight_line",
  };
}

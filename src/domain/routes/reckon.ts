/** What follows from a sequence of stops: times, ways, load and counts. Pure. */
import { pointOf, type RoadLegs, unknownLegs, wayOf } from "./legs.ts";
import type { PlacedStop } from "./stops.ts";
import type { RouteLoad, RouteRow } from "./tables.ts";
import { type Figures, leaveAt, type PlanningSettings, peakLoad, shiftOn, timingOf } from "./timing.ts";

export interface RouteReckoning {
  stops: Figures["stops"];
  set: Omit<Figures, "stops"> & Pick<RouteRow, "load" | "stops_total" | "stops_resolved">;
}

/** What follows from a sequence of stops. By road where `roads` knows every leg, else in straight lines. Pure. */
export function reckon(
  route: Pick<RouteRow, "date" | "start_place" | "end_place" | "actual_start_at">,
  stops: readonly PlacedStop[],
  amounts: ReadonlyMap<number, RouteLoad>,
  { settings, time_zone, roads }: { settings: PlanningSettings; time_zone: string; roads: RoadLegs },
  planned?: Figures,
): RouteReckoning {
  const { stops: timed, ...figures } = planned ?? figuresOf(route, stops, settings, time_zone, roads);
  const tasks = stops.flatMap((stop) => stop.tasks.filter((task) => task.status !== "REMOVED"));
  return {
    stops: timed,
    set: {
      ...figures,
      load: peakLoad(tasks, amounts),
      stops_total: stops.length,
      stops_resolved: stops.filter((stop) => ["DONE", "PARTIAL", "FAILED"].includes(stop.status)).length,
    },
  };
}

function figuresOf(
  route: Pick<RouteRow, "date" | "start_place" | "end_place" | "actual_start_at">,
  stops: readonly PlacedStop[],
  settings: PlanningSettings,
  time_zone: string,
  roads: RoadLegs,
): Figures {
  const is_road =
    roads.size > 0 && stops.length > 0 && unknownLegs([wayOf(route, stops)], roads).length === 0;
  const pace = is_road ? { ...settings, roads } : settings;
  const ends = { start: pointOf(route.start_place), end: pointOf(route.end_place) };
  const earliest = shiftOn(route.date, settings, time_zone).start.toISOString();
  const planned_start_at = route.actual_start_at ?? leaveAt({ ...ends, earliest }, stops, pace);
  return {
    ...timingOf({ ...ends, start_at: planned_start_at }, stops, pace),
    planned_start_at,
    distances: is_road ? "road" : "straight_line",
  };
}

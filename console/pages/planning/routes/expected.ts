/**
 * Arrivals as the plan gives them, moved by what was observed: by how much the driver was early or late where last seen,
 * and at least until now where the plan has passed. It predicts nothing else. Pure.
 */
import type { RouteDetail, RouteStop } from "./queries.ts";

type Stop = Pick<
  RouteStop,
  | "id"
  | "seq"
  | "status"
  | "planned_arrival_at"
  | "planned_departure_at"
  | "arrived_at"
  | "done_at"
  | "window_start"
  | "window_end"
>;

export interface Expected {
  /** By stop id: when the driver is expected at the stops that are still to do. */
  arrivals: Map<number, { at: string; is_late: boolean }>;
  /** How far the plan was moved, seconds; positive: later. */
  moved_s: number;
  /** The stop where the driver was last seen; null for the start of the route. */
  seen_at: number | null;
  next: number | null;
  late: number;
}

const seconds = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1000;

export function moveByObserved(
  route: Pick<RouteDetail, "planned_start_at" | "actual_start_at" | "status"> & { stops: readonly Stop[] },
  now: Date,
): Expected {
  const to_do = route.stops.filter(({ status }) => status === "PENDING" || status === "SKIPPED");
  const last_visited = route.stops
    .filter(({ arrived_at, done_at }) => arrived_at !== null || done_at !== null)
    .toSorted((a, b) =>
      ((a.done_at ?? a.arrived_at) as string).localeCompare((b.done_at ?? b.arrived_at) as string),
    )
    .at(-1);
  let moved_s = 0;
  if (last_visited?.done_at && last_visited.planned_departure_at)
    moved_s = seconds(last_visited.planned_departure_at, last_visited.done_at);
  else if (last_visited?.arrived_at && last_visited.planned_arrival_at)
    moved_s = seconds(last_visited.planned_arrival_at, last_visited.arrived_at);
  else if (route.actual_start_at && route.planned_start_at)
    moved_s = seconds(route.planned_start_at, route.actual_start_at);
  const [next] = to_do;
  if (next?.planned_arrival_at) {
    const passed_s = seconds(next.planned_arrival_at, now.toISOString());
    if (passed_s > moved_s) moved_s = passed_s;
  }
  const arrivals = new Map<number, { at: string; is_late: boolean }>();
  for (const stop of to_do) {
    if (!stop.planned_arrival_at) continue;
    const moved = Date.parse(stop.planned_arrival_at) + moved_s * 1000;
    // Nobody is served before the window opens.
    const at = Math.max(moved, stop.window_start === null ? 0 : Date.parse(stop.window_start));
    arrivals.set(stop.id, {
      at: new Date(at).toISOString(),
      is_late: stop.window_end !== null && at > Date.parse(stop.window_end),
    });
  }
  return {
    arrivals,
    moved_s: Math.round(moved_s),
    seen_at: last_visited?.seq ?? null,
    next: next?.id ?? null,
    late: [...arrivals.values()].filter(({ is_late }) => is_late).length,
  };
}

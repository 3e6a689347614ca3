/**
 * Changes of stops that can be undone. What routes were before is stored with the change; undoing it writes exactly that
 * again, ids and planned times included.
 */
import { hash } from "node:crypto";
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { lockRoutes, type RouteWithStops, readRoutes } from "../route-with-stops.ts";
import type { RouteRow } from "./route.ts";
import type { StopRow } from "./stop.ts";
import type { TaskRow } from "./stop-task.ts";

/** A route as it was before a change: what is restored when the change is undone. */
export interface RouteImage
  extends Pick<
    RouteRow,
    | "id"
    | "status"
    | "actual_start_at"
    | "distances"
    | "home_leg_distance_m"
    | "home_leg_duration_s"
    | "planned_distance_m"
    | "planned_duration_s"
    | "planned_start_at"
    | "planned_end_at"
  > {
  stops: (Omit<
    StopRow,
    "business_id" | "route_id" | "seq" | "version" | "status_at" | "note" | "noted_at"
  > & {
    tasks: Pick<TaskRow, "id" | "order_id" | "action" | "status">[];
  })[];
}

export interface RouteChangeRow extends Row<"route_change"> {
  before: RouteImage[];
  /** Digests of the stops and tasks after the change. */
  after: { route_id: number; digest: string }[];
}

const RouteChangeRecord = defineRecord<"route_change", RouteChangeRow>("route_change");

/** What a route was, for `RouteChangeRow.before`. Pure. */
function buildImage({ route, stops }: RouteWithStops): RouteImage {
  return {
    id: route.id,
    status: route.status,
    actual_start_at: route.actual_start_at,
    distances: route.distances,
    home_leg_distance_m: route.home_leg_distance_m,
    home_leg_duration_s: route.home_leg_duration_s,
    planned_distance_m: route.planned_distance_m,
    planned_duration_s: route.planned_duration_s,
    planned_start_at: route.planned_start_at,
    planned_end_at: route.planned_end_at,
    stops: stops.map((stop) => ({
      id: stop.id,
      lat: stop.lat,
      lng: stop.lng,
      status: stop.status,
      window_start: stop.window_start,
      window_end: stop.window_end,
      service_time_s: stop.service_time_s,
      planned_arrival_at: stop.planned_arrival_at,
      planned_departure_at: stop.planned_departure_at,
      leg_distance_m: stop.leg_distance_m,
      leg_duration_s: stop.leg_duration_s,
      arrived_at: stop.arrived_at,
      done_at: stop.done_at,
      tasks: stop.tasks.map(({ id, order_id, action, status }) => ({ id, order_id, action, status })),
    })),
  };
}

/** The digest of what a change must find unchanged to be undone: stops in sequence, windows, states and tasks. Pure. */
export function digestStops({ stops }: Pick<RouteWithStops, "stops">): string {
  const arranged = stops.map(({ id, status, window_start, window_end, tasks }) => [
    id,
    status,
    window_start,
    window_end,
    tasks.map((task) => [task.id, task.order_id, task.action, task.status]),
  ]);
  return hash("sha256", JSON.stringify(arranged), "base64url");
}

/** Store a change that was just made to these routes, given as they were locked. Returns its id and the routes as they are. */
export async function recordChange(
  context: Context<never>,
  before: readonly RouteWithStops[],
): Promise<{ change_id: number; routes: RouteWithStops[] }> {
  const routes = await readRoutes(
    context.db,
    context.business_id,
    before.map(({ route }) => route.id),
  );
  const after = routes.map((route_with_stops) => ({
    route_id: route_with_stops.route.id,
    digest: digestStops(route_with_stops),
  }));
  const row = await RouteChangeRecord.insert(context, {
    at: context.now.toISOString(),
    before: before.map(buildImage),
    after,
  });
  return { change_id: row.id, routes };
}

export const findChange = (
  context: Pick<Context, "db" | "business_id">,
  id: number,
): Promise<RouteChangeRow | undefined> => RouteChangeRecord.find(context, id);

/** The routes of a change, locked with the orders that are on them or were. */
export function lockRoutesOfChange(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  { before }: RouteChangeRow,
) {
  return lockRoutes(
    db,
    business_id,
    before.map(({ id }) => id),
    before.flatMap(({ stops }) => stops.flatMap(({ tasks }) => tasks.map(({ order_id }) => order_id))),
  );
}

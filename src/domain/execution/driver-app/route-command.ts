/** What the commands on a whole route share: start, pause, resume, complete. */
import { messages } from "./messages.ts";
import { lockOwnRoute, type OwnRoute } from "./own-routes.ts";
import { buildRouteAnswer, flagClock, updateRoute } from "./progress.ts";
import type { DriverContext } from "./refusals.ts";
import { clampToFloor, isLatest, type Moment } from "./rules.ts";
import type { RouteAnswer } from "./shapes.ts";

export async function runOnRoute(
  context: DriverContext,
  route_id: number,
  reported_moment: Moment,
  work: (own_route: OwnRoute, moment: Moment) => Promise<void>,
): Promise<RouteAnswer> {
  const own_route = await lockOwnRoute(context, route_id);
  const moment = clampToFloor(reported_moment, own_route.route.created_at, context.now);
  await work(own_route, moment);
  flagClock(context, moment, { route_id });
  return buildRouteAnswer(own_route, moment);
}

export function refuseEndedRoute(context: DriverContext, { route }: OwnRoute): void {
  if (route.status === "CANCELLED" || route.status === "CLOSED") {
    throw context.refuse("route_closed", { message: messages.route_closed });
  }
}

/**
 * Whether the route is paused follows from its latest pause, its latest resume and its start, in whatever order they
 * arrive.
 */
export async function setPaused(
  context: DriverContext,
  own_route: OwnRoute,
  { at }: Moment,
  paused: boolean,
): Promise<void> {
  const { route } = own_route;
  refuseEndedRoute(context, own_route);
  const latest_at = paused ? route.pause_reported_at : route.resume_reported_at;
  if (isLatest(at, latest_at))
    await updateRoute(context, own_route, paused ? { pause_reported_at: at } : { resume_reported_at: at });
  context.emit({
    subject: { type: "route", id: route.id },
    kind: paused ? "route.paused" : "route.resumed",
    payload: { driver_id: route.driver_id },
    occurred_at: at,
  });
}

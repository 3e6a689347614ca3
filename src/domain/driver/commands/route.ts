/** Commands on a whole route: start, pause, resume, complete. */
import { Id } from "#vocabulary/basics.ts";
import { defineCommand } from "../command.ts";
import { messages } from "../messages.ts";
import { lockOwnRoute, type OwnRoute, ownDriver, refuseSuspended } from "../own.ts";
import { completeRoute, flagClock, routeAnswer, saveRoute, startRoute as startRouteAt } from "../progress.ts";
import type { DriverContext } from "../refusals.ts";
import { isResolved, type Moment, notBefore } from "../rules.ts";
import type { RouteAnswer } from "../shapes.ts";

const members = { route_id: Id };

async function onRoute(
  context: DriverContext,
  route_id: number,
  given: Moment,
  work: (own: OwnRoute, moment: Moment) => Promise<void>,
): Promise<RouteAnswer> {
  const own = await lockOwnRoute(context, route_id);
  const moment = notBefore(given, own.route.created_at, context.now);
  await work(own, moment);
  await flagClock(context, moment, { route_id });
  return routeAnswer(own, moment);
}

function refuseOver(context: DriverContext, { route }: OwnRoute): void {
  if (route.status === "CANCELLED" || route.status === "CLOSED") {
    throw context.refuse("route_closed", { message: messages.route_closed });
  }
}

export const startRoute = defineCommand({
  type: "route_start",
  members,
  run: (context, { route_id }, given) =>
    onRoute(context, route_id, given, async (own, moment) => {
      refuseOver(context, own);
      if (own.route.status === "RELEASED" || own.route.status === "LOADED") {
        refuseSuspended(context, await ownDriver(context, { lock: false }));
      }
      await startRouteAt(context, own, moment, { implied: false });
    }),
});

export const pauseRoute = defineCommand({
  type: "route_pause",
  members,
  run: (context, { route_id }, given) =>
    onRoute(context, route_id, given, (own, moment) => setPaused(context, own, moment, true)),
});

export const resumeRoute = defineCommand({
  type: "route_resume",
  members,
  run: (context, { route_id }, given) =>
    onRoute(context, route_id, given, (own, moment) => setPaused(context, own, moment, false)),
});

/** Pausing a route that is not under way says nothing that could be kept; a late pause of one that is over is kept as an event. */
async function setPaused(
  context: DriverContext,
  own: OwnRoute,
  { at }: Moment,
  paused: boolean,
): Promise<void> {
  const { route } = own;
  refuseOver(context, own);
  if (route.status === "RELEASED" || route.status === "LOADED") {
    throw context.refuse("invalid_request", {
      message: messages.invalid_command,
      errors: [{ field: "route_id", message: context.say(messages.route_not_started) }],
    });
  }
  if (route.status === "IN_PROGRESS" && (route.paused_at !== null) !== paused)
    await saveRoute(context, own, { paused_at: paused ? at : null });
  context.emit({
    subject: { type: "route", id: route.id },
    kind: paused ? "route.paused" : "route.resumed",
    payload: { driver_id: route.driver_id },
    occurred_at: at,
  });
}

/** Completes by itself with the last stop; said by the driver, it is the moment of return. */
export const finishRoute = defineCommand({
  type: "route_complete",
  members,
  run: (context, { route_id }, given) =>
    onRoute(context, route_id, given, async (own, moment) => {
      const { route } = own;
      refuseOver(context, own);
      const open = own.stops.filter((stop) => !isResolved(stop.status));
      if (open.length > 0) {
        throw context.refuse("stops_open", {
          message: messages.stops_open,
          values: { count: open.length },
          errors: open.slice(0, 100).map((stop) => ({ field: `stop/${stop.id}`, message: stop.status })),
        });
      }
      if (route.status !== "COMPLETED") {
        await startRouteAt(context, own, moment, { implied: true });
        await completeRoute(context, own, moment.at);
        return;
      }
      const ended = route.actual_end_at;
      if (ended === null || Date.parse(ended) < Date.parse(moment.at))
        await saveRoute(context, own, { actual_end_at: moment.at });
      context.emit({
        subject: { type: "route", id: route.id },
        kind: "route.returned",
        payload: { driver_id: route.driver_id },
        occurred_at: moment.at,
      });
    }),
});

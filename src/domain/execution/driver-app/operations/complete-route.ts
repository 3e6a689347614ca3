/**
 * The driver is back. A route completes by itself with its last stop; when the driver completes it, that is the moment of
 * return. A phone may send this command before the last stops: then the moment is stored, and the route is completed
 * together with them.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { runOnce } from "../device-sequence.ts";
import { messages } from "../messages.ts";
import { recordRouteStart, updateRoute, updateRouteFromStops } from "../progress.ts";
import { refuseEndedRoute, runOnRoute } from "../route-command.ts";
import { isLatest, isResolved } from "../rules.ts";
import { commandMembers, DRIVER_COMMAND, RouteAnswer } from "../shapes.ts";

export const completeRoute = defineOperation({
  name: "driverRouteComplete",
  summary: "Complete a route",
  ...DRIVER_COMMAND,
  rest: { method: "POST", path: "/api/v1/driver/routes/{route_id}/complete" },
  input: Type.Object({ route_id: Ref("route"), ...commandMembers }),
  output: RouteAnswer,

  run: (context, input) =>
    runOnce(context, "route_complete", input, (reported_moment) =>
      runOnRoute(context, input.route_id, reported_moment, async (own_route, moment) => {
        const { route } = own_route;
        refuseEndedRoute(context, own_route);
        const open = own_route.stops.filter((stop) => !isResolved(stop.status));
        if (open.length > 0 && !moment.queued) {
          throw context.refuse("stops_open", {
            message: messages.stops_open,
            values: { count: open.length },
            errors: open.slice(0, 100).map((stop) => ({
              field: `stop/${stop.id}`,
              message: messages.stop_status.with({ status: stop.status }),
            })),
          });
        }
        if (open.length === 0) await recordRouteStart(context, own_route, moment, { implied: true });
        if (isLatest(moment.at, route.returned_at))
          await updateRoute(context, own_route, { returned_at: moment.at });
        await updateRouteFromStops(context, own_route);
        if (route.status !== "COMPLETED" && own_route.route.status === "COMPLETED") return;
        context.emit({
          subject: { type: "route", id: route.id },
          kind: "route.returned",
          payload: { driver_id: route.driver_id },
          occurred_at: moment.at,
        });
      }),
    ),
});

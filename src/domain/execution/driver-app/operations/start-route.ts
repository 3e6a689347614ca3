/** Start a route: what is aboard is out for delivery. If the start is sent twice, the earliest counts. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { runOnce } from "../device-sequence.ts";
import { getOwnDriver, refuseSuspended } from "../own-routes.ts";
import { recordRouteStart } from "../progress.ts";
import { refuseEndedRoute, runOnRoute } from "../route-command.ts";
import { commandMembers, DRIVER_COMMAND, RouteAnswer } from "../shapes.ts";

export const startRoute = defineOperation({
  name: "driverRouteStart",
  summary: "Start a route",
  ...DRIVER_COMMAND,
  rest: { method: "POST", path: "/api/v1/driver/routes/{route_id}/start" },
  input: Type.Object({ route_id: Ref("route"), ...commandMembers }),
  output: RouteAnswer,

  run: (context, input) =>
    runOnce(context, "route_start", input, (reported_moment) =>
      runOnRoute(context, input.route_id, reported_moment, async (own_route, moment) => {
        refuseEndedRoute(context, own_route);
        if (own_route.route.status === "RELEASED" || own_route.route.status === "LOADED") {
          refuseSuspended(context, await getOwnDriver(context, { lock: false }));
        }
        await recordRouteStart(context, own_route, moment, { implied: false });
      }),
    ),
});

/** Resume a paused route. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { runOnce } from "../device-sequence.ts";
import { runOnRoute, setPaused } from "../route-command.ts";
import { commandMembers, DRIVER_COMMAND, RouteAnswer } from "../shapes.ts";

export const resumeRoute = defineOperation({
  name: "driverRouteResume",
  summary: "Resume a route",
  ...DRIVER_COMMAND,
  rest: { method: "POST", path: "/api/v1/driver/routes/{route_id}/resume" },
  input: Type.Object({ route_id: Ref("route"), ...commandMembers }),
  output: RouteAnswer,

  run: (context, input) =>
    runOnce(context, "route_resume", input, (reported_moment) =>
      runOnRoute(context, input.route_id, reported_moment, (own_route, moment) =>
        setPaused(context, own_route, moment, false),
      ),
    ),
});

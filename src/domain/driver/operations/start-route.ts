/** Start a route: what is aboard is out for delivery. Told twice, the earliest start stands. */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { startRoute as command } from "../commands/route.ts";
import { runOnce } from "../once.ts";
import { DRIVER_REFUSALS } from "../refusals.ts";
import { commandFacts, RouteAnswer } from "../shapes.ts";

export const startRoute = defineOperation({
  name: "driverRouteStart",
  summary: "Start a route",
  effect: "write",
  access: { roles: ["driver"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/driver/routes/{route_id}/start" },
  localised: true,
  input: Type.Object({ ...command.members, ...commandFacts }),
  output: RouteAnswer,
  refusals: DRIVER_REFUSALS,

  run: (context, input) => runOnce(context, command, input),
});

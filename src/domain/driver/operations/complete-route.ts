/** Complete a route whose stops are all resolved; said after its last stop, it is the moment of return. */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { finishRoute as command } from "../commands/route.ts";
import { runOnce } from "../once.ts";
import { DRIVER_REFUSALS } from "../refusals.ts";
import { commandFacts, RouteAnswer } from "../shapes.ts";

export const completeRoute = defineOperation({
  name: "driverRouteComplete",
  summary: "Complete a route",
  effect: "write",
  access: { roles: ["driver"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/driver/routes/{route_id}/complete" },
  localised: true,
  input: Type.Object({ ...command.members, ...commandFacts }),
  output: RouteAnswer,
  refusals: DRIVER_REFUSALS,

  run: (context, input) => runOnce(context, command, input),
});

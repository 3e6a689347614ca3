/** Pause a route that is under way. */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { pauseRoute as command } from "../commands/route.ts";
import { runOnce } from "../once.ts";
import { DRIVER_REFUSALS } from "../refusals.ts";
import { commandFacts, RouteAnswer } from "../shapes.ts";

export const pauseRoute = defineOperation({
  name: "driverRoutePause",
  summary: "Pause a route",
  effect: "write",
  access: { roles: ["driver"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/driver/routes/{route_id}/pause" },
  localised: true,
  input: Type.Object({ ...command.members, ...commandFacts }),
  output: RouteAnswer,
  refusals: DRIVER_REFUSALS,

  run: (context, input) => runOnce(context, command, input),
});

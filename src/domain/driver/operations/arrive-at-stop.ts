/** Arrive at a stop. A route that nobody started is started by it. */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { arriveAtStop as command } from "../commands/arrive.ts";
import { runOnce } from "../once.ts";
import { DRIVER_REFUSALS } from "../refusals.ts";
import { commandFacts, StopAnswer } from "../shapes.ts";

export const arriveAtStop = defineOperation({
  name: "driverStopArrive",
  summary: "Arrive at a stop",
  effect: "write",
  access: { roles: ["driver"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/driver/stops/{stop_id}/arrive" },
  localised: true,
  input: Type.Object({ ...command.members, ...commandFacts }),
  output: StopAnswer,
  refusals: DRIVER_REFUSALS,

  run: (context, input) => runOnce(context, command, input),
});

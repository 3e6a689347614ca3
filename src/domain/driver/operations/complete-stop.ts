/** Hand over or pick up what a stop is for, with the proofs that its orders require. */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { completeStop as command } from "../commands/complete.ts";
import { runOnce } from "../once.ts";
import { DRIVER_REFUSALS } from "../refusals.ts";
import { commandFacts, StopAnswer } from "../shapes.ts";

export const completeStop = defineOperation({
  name: "driverStopComplete",
  summary: "Complete a stop",
  effect: "write",
  access: { roles: ["driver"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/driver/stops/{stop_id}/complete" },
  localised: true,
  input: Type.Object({ ...command.members, ...commandFacts }),
  output: StopAnswer,
  refusals: DRIVER_REFUSALS,

  run: (context, input) => runOnce(context, command, input),
});

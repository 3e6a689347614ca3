/** Tell that a stop could not be done, and why; the return reason says what must come with it. */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { failStop as command } from "../commands/fail.ts";
import { runOnce } from "../once.ts";
import { DRIVER_REFUSALS } from "../refusals.ts";
import { commandFacts, StopAnswer } from "../shapes.ts";

export const failStop = defineOperation({
  name: "driverStopFail",
  summary: "Fail a stop",
  effect: "write",
  access: { roles: ["driver"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/driver/stops/{stop_id}/fail" },
  localised: true,
  input: Type.Object({ ...command.members, ...commandFacts }),
  output: StopAnswer,
  refusals: DRIVER_REFUSALS,

  run: (context, input) => runOnce(context, command, input),
});

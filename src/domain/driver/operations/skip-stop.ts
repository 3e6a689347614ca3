/** Leave a stop for later, or with undo take that back. */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { skipStop as command } from "../commands/skip.ts";
import { runOnce } from "../once.ts";
import { DRIVER_REFUSALS } from "../refusals.ts";
import { commandFacts, StopAnswer } from "../shapes.ts";

export const skipStop = defineOperation({
  name: "driverStopSkip",
  summary: "Skip a stop",
  effect: "write",
  access: { roles: ["driver"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/driver/stops/{stop_id}/skip" },
  localised: true,
  input: Type.Object({ ...command.members, ...commandFacts }),
  output: StopAnswer,
  refusals: DRIVER_REFUSALS,

  run: (context, input) => runOnce(context, command, input),
});

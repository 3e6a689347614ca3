/** Send proofs of a stop before the stop itself is told. */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { sendProofs as command } from "../commands/send-proofs.ts";
import { runOnce } from "../once.ts";
import { DRIVER_REFUSALS } from "../refusals.ts";
import { commandFacts, StopAnswer } from "../shapes.ts";

export const sendProofs = defineOperation({
  name: "driverStopProofs",
  summary: "Send proofs ahead",
  effect: "write",
  access: { roles: ["driver"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/driver/stops/{stop_id}/proofs" },
  localised: true,
  input: Type.Object({ ...command.members, ...commandFacts }),
  output: StopAnswer,
  refusals: DRIVER_REFUSALS,

  run: (context, input) => runOnce(context, command, input),
});

/** Go on duty, on a break, or off duty. */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Nullable, Timestamp, Words } from "#vocabulary/basics.ts";
import { setDuty as command, DUTY_STATES } from "../commands/duty.ts";
import { runOnce } from "../once.ts";
import { DRIVER_REFUSALS } from "../refusals.ts";
import { commandFacts } from "../shapes.ts";

export const setDuty = defineOperation({
  name: "driverDuty",
  summary: "Change the duty state",
  effect: "write",
  access: { roles: ["driver"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/driver/duty" },
  localised: true,
  input: Type.Object({ ...command.members, ...commandFacts }),
  output: Type.Object({
    result: Type.Boolean(),
    duty: Words(DUTY_STATES, {
      description: "The state that holds now; a late change does not undo a later one.",
    }),
    occurred_at: Timestamp,
    device_at: Nullable(Timestamp),
    clock_skewed: Type.Boolean(),
  }),
  refusals: DRIVER_REFUSALS,

  run: (context, input) => runOnce(context, command, input),
});

/** Go on duty, on a break, or off duty. The planned shift of a fleet follows. */

import Type from "typebox";
import { changeDuty, lockWork } from "#domain/fleet/fleets/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { runOnce } from "../device-sequence.ts";
import { messages } from "../messages.ts";
import { refuseSuspended, requireDriverId } from "../own-routes.ts";
import { buildMomentFields } from "../rules.ts";
import { commandMembers, DRIVER_COMMAND } from "../shapes.ts";

export const DUTY_STATES = ["on", "break", "off"] as const;

export const setDuty = defineOperation({
  name: "driverDuty",
  summary: "Set the duty state",
  ...DRIVER_COMMAND,
  rest: { method: "POST", path: "/api/v1/driver/duty" },
  input: Type.Object({
    state: StringEnum(DUTY_STATES, { description: "The driver's duty state from that moment on." }),
    ...commandMembers,
  }),
  output: Type.Object({
    result: Type.Boolean(),
    duty: StringEnum(DUTY_STATES, {
      description: "The current state; a change that arrives late does not undo a later one.",
    }),
    occurred_at: Timestamp,
    device_at: Nullable(Timestamp),
    clock_skewed: Type.Boolean(),
  }),

  run: (context, input) =>
    runOnce(context, "duty", input, async (moment) => {
      const { state } = input;
      const at = new Date(moment.at);
      const work = await lockWork(context, requireDriverId(context), at);
      if (work === undefined) throw context.refuse("forbidden", { message: messages.not_driver });
      if (state === "on") refuseSuspended(context, work.driver);
      const duty = await changeDuty(context, work, state, at);
      return { result: true, duty, ...buildMomentFields(moment) };
    }),
});

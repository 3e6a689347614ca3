/** Go on duty, on a break, or off duty. */

import Type from "typebox";
import { saveDriverDuty } from "#domain/fleet/drivers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { runOnce } from "../device-sequence.ts";
import { getOwnDriver, refuseSuspended } from "../own-routes.ts";
import { buildMomentFields } from "../rules.ts";
import { commandMembers, DRIVER_COMMAND } from "../shapes.ts";

export const DUTY_STATES = ["on", "break", "off"] as const;

export const setDuty = defineOperation({
  name: "driverDuty",
  summary: "Change the duty state",
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
      const { emit } = context;
      const driver = await getOwnDriver(context, { lock: true });
      if (state === "on") refuseSuspended(context, driver);
      // A change older than the current state is only history.
      const latest = driver.duty_since === null || Date.parse(moment.at) >= Date.parse(driver.duty_since);
      const duty = latest ? state : driver.duty;
      if (latest && state !== driver.duty) {
        await saveDriverDuty(context, driver.id, state, moment.at);
      }
      emit({
        subject: { type: "driver", id: driver.id },
        kind: "driver.duty",
        payload: { state, duty },
        occurred_at: moment.at,
        before: { duty: driver.duty },
        after: { duty },
      });
      return { result: true, duty, ...buildMomentFields(moment) };
    }),
});

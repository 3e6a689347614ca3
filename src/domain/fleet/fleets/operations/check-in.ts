/** Begin a shift, from two hours before its start until its end. Its driver is on duty from then on. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { FLEET_ROLES } from "../access.ts";
import { formatLocal } from "../check-shift.ts";
import { beginShift, followShift } from "../duty.ts";
import { messages } from "../messages.ts";
import { answerShift, EARLY_MS, lockWorkedShift, requireNext } from "../records/shift.ts";
import { ShiftAnswer } from "../shapes.ts";

export const checkIn = defineOperation({
  name: "shiftCheckIn",
  summary: "Begin a shift",
  access: { roles: FLEET_ROLES, scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/fleets/shifts/{shift_id}/check-in" },
  localised: true,
  input: Type.Object({ shift_id: Ref("shift") }),
  output: ShiftAnswer,
  refusals: {
    not_your_shift: "forbidden",
    invalid_transition: "conflict",
    too_early: "conflict",
    shift_over: "conflict",
  },

  async run(context, { shift_id }) {
    const { now, business, refuse } = context;
    const { shift } = await lockWorkedShift(context, shift_id);
    requireNext(context, shift, "check_in");
    const [starts_ms, ends_ms] = [Date.parse(shift.starts_at), Date.parse(shift.ends_at)];
    const earliest = new Date(starts_ms - EARLY_MS);
    if (now < earliest)
      throw refuse("too_early", {
        message: messages.too_early,
        values: { from: formatLocal(earliest, business.time_zone) },
      });
    if (now.getTime() >= ends_ms) throw refuse("shift_over", { message: messages.shift_over });
    await followShift(context, await beginShift(context, shift, now), now);
    return answerShift(context, shift_id);
  },
});

/** End a shift. A break that is not over ends with it, and so does the duty of its driver. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { FLEET_ROLES } from "../access.ts";
import { endShift, followShift } from "../duty.ts";
import { answerShift, lockWorkedShift, requireNext } from "../records/shift.ts";
import { ShiftAnswer } from "../shapes.ts";

export const checkOut = defineOperation({
  name: "shiftCheckOut",
  summary: "End a shift",
  access: { roles: FLEET_ROLES, scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/fleets/shifts/{shift_id}/check-out" },
  localised: true,
  input: Type.Object({ shift_id: Ref("shift") }),
  output: ShiftAnswer,
  refusals: { not_your_shift: "forbidden", invalid_transition: "conflict" },

  async run(context, { shift_id }) {
    const { now } = context;
    const { shift } = await lockWorkedShift(context, shift_id);
    requireNext(context, shift, "check_out");
    await followShift(context, await endShift(context, shift, now), now);
    return answerShift(context, shift_id);
  },
});

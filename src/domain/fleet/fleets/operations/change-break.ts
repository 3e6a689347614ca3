/** Begin or end a break of a shift. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { FLEET_ROLES } from "../access.ts";
import { changeShiftBreak, followShift } from "../duty.ts";
import { answerShift, lockWorkedShift, requireNext } from "../records/shift.ts";
import { ShiftAnswer } from "../shapes.ts";

export const changeBreak = defineOperation({
  name: "shiftBreak",
  summary: "Begin or end a break",
  access: { roles: FLEET_ROLES, scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/fleets/shifts/{shift_id}/break" },
  localised: true,
  input: Type.Object({ shift_id: Ref("shift"), state: StringEnum(["begin", "end"]) }),
  output: ShiftAnswer,
  refusals: { not_your_shift: "forbidden", invalid_transition: "conflict" },

  async run(context, { shift_id, state }) {
    const { now } = context;
    const { shift } = await lockWorkedShift(context, shift_id);
    requireNext(context, shift, state === "begin" ? "start_break" : "end_break");
    await followShift(context, await changeShiftBreak(context, shift, state, now), now);
    return answerShift(context, shift_id);
  },
});

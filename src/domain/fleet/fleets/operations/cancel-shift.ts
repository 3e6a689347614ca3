/** Cancel a shift that has not begun. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { FLEET_ROLES } from "../access.ts";
import { messages } from "../messages.ts";
import { cancelShift as cancelLocked } from "../plan-shift.ts";
import { answerShift, lockPlannedShift } from "../records/shift.ts";
import { ShiftAnswer } from "../shapes.ts";

export const cancelShift = defineOperation({
  name: "shiftCancel",
  summary: "Cancel a shift",
  access: { roles: FLEET_ROLES, scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/fleets/shifts/{shift_id}/cancel" },
  localised: true,
  input: Type.Object({ shift_id: Ref("shift") }),
  output: ShiftAnswer,
  refusals: { not_captain: "forbidden", invalid_transition: "conflict", on_board: "conflict" },

  async run(context, { shift_id }) {
    const { shift } = await lockPlannedShift(context, shift_id);
    if (shift.route_id !== null) throw context.refuse("on_board", { message: messages.on_board });
    await cancelLocked(context, shift);
    return answerShift(context, shift_id);
  },
});

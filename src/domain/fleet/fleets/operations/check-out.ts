/** End a shift. A break that is not over ends with it. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { FLEET_ROLES } from "../access.ts";
import { answerShift, buildFacts, lockWorkedShift, pickAudited, requireNext, saveShift } from "../rows.ts";
import { ShiftAnswer } from "../shapes.ts";
import { countBreak_min, countWorked_min } from "../worked.ts";

export const checkOut = defineOperation({
  name: "shiftCheckOut",
  summary: "End a shift",
  effect: "write",
  access: { roles: FLEET_ROLES, scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/fleets/shifts/{shift_id}/check-out" },
  localised: true,
  input: Type.Object({ shift_id: Id }),
  output: ShiftAnswer,
  refusals: { not_your_shift: "forbidden", invalid_transition: "conflict" },

  async run(context, { shift_id }) {
    const { now, emit } = context;
    const { shift } = await lockWorkedShift(context, shift_id);
    const status = requireNext(context, shift, "check_out");
    const after = await saveShift(context, shift, {
      status,
      break_taken_min: countBreak_min(shift, now),
      break_started_at: null,
      ended_at: now.toISOString(),
    });
    const { starts_at: _starts, ends_at: _ends, ...facts } = buildFacts(after);
    emit({
      subject: { type: "shift", id: shift_id },
      kind: "shift.ended",
      payload: { ...facts, worked_min: countWorked_min(after, now) },
      before: pickAudited(shift),
      after: pickAudited(after),
    });
    return answerShift(context, shift_id);
  },
});

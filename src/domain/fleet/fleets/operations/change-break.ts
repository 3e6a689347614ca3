/** Begin or end a break of a shift. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { FLEET_ROLES } from "../access.ts";
import { answerShift, buildFacts, lockWorkedShift, requireNext, saveShift } from "../rows.ts";
import { ShiftAnswer } from "../shapes.ts";
import { countBreak_min } from "../worked.ts";

export const changeBreak = defineOperation({
  name: "shiftBreak",
  summary: "Begin or end a break",
  effect: "write",
  access: { roles: FLEET_ROLES, scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/fleets/shifts/{shift_id}/break" },
  localised: true,
  input: Type.Object({ shift_id: Id, state: StringEnum(["begin", "end"]) }),
  output: ShiftAnswer,
  refusals: { not_your_shift: "forbidden", invalid_transition: "conflict" },

  async run(context, { shift_id, state }) {
    const { now, emit } = context;
    const { shift } = await lockWorkedShift(context, shift_id);
    const status = requireNext(context, shift, state === "begin" ? "start_break" : "end_break");
    const after = await saveShift(context, shift, {
      status,
      break_started_at: state === "begin" ? now.toISOString() : null,
      break_taken_min: countBreak_min(shift, now),
    });
    const { starts_at: _starts, ends_at: _ends, ...facts } = buildFacts(after);
    emit({
      subject: { type: "shift", id: shift_id },
      kind: "shift.break",
      payload: { ...facts, break_taken_min: after.break_taken_min },
    });
    return answerShift(context, shift_id);
  },
});

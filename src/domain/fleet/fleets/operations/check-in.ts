/** Begin a shift, from two hours before its start until its end. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { FLEET_ROLES } from "../access.ts";
import { formatLocal } from "../check-shift.ts";
import { lapseSwaps, scheduleNoShow } from "../follow-up.ts";
import { messages } from "../messages.ts";
import {
  answerShift,
  buildFacts,
  EARLY_MS,
  lockWorkedShift,
  pickAudited,
  requireNext,
  saveShift,
} from "../rows.ts";
import { ShiftAnswer } from "../shapes.ts";

export const checkIn = defineOperation({
  name: "shiftCheckIn",
  summary: "Begin a shift",
  effect: "write",
  access: { roles: FLEET_ROLES, scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/fleets/shifts/{shift_id}/check-in" },
  localised: true,
  input: Type.Object({ shift_id: Id }),
  output: ShiftAnswer,
  refusals: {
    not_your_shift: "forbidden",
    invalid_transition: "conflict",
    too_early: "conflict",
    shift_over: "conflict",
  },

  async run(context, { shift_id }) {
    const { now, actor, refuse, emit } = context;
    const { shift } = await lockWorkedShift(context, shift_id);
    const status = requireNext(context, shift, "check_in");
    const [starts_ms, ends_ms] = [Date.parse(shift.starts_at), Date.parse(shift.ends_at)];
    const earliest = new Date(starts_ms - EARLY_MS);
    if (now < earliest)
      throw refuse("too_early", {
        message: messages.too_early,
        values: { from: formatLocal(earliest, actor.business?.time_zone ?? "UTC") },
      });
    if (now.getTime() >= ends_ms) throw refuse("shift_over", { message: messages.shift_over });
    const after = await saveShift(context, shift, { status, started_at: now.toISOString() });
    scheduleNoShow(context, after, 0);
    await lapseSwaps(context, [shift_id]);
    const { starts_at: _starts, ends_at: _ends, ...facts } = buildFacts(after);
    emit({
      subject: { type: "shift", id: shift_id },
      kind: "shift.started",
      payload: { ...facts, late_min: Math.max(0, Math.floor((now.getTime() - starts_ms) / 60_000)) },
      before: pickAudited(shift),
      after: pickAudited(after),
    });
    return answerShift(context, shift_id);
  },
});

/** Take a published shift of the own fleet: the first driver gets it. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { requireDriver, requireOpen } from "../access.ts";
import { checkShift, SHIFT_CHECK_REFUSALS } from "../check-shift.ts";
import { scheduleNoShow } from "../follow-up.ts";
import { messages } from "../messages.ts";
import { loadFleetSettings } from "../records/fleet-settings.ts";
import {
  answerShift,
  buildFacts,
  compareShifts,
  lockVisibleShift,
  requireNext,
  ShiftRecord,
} from "../records/shift.ts";
import { ShiftAnswer } from "../shapes.ts";

export const claimShift = defineOperation({
  name: "shiftClaim",
  summary: "Claim an open shift",
  access: { roles: ["driver"], scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/fleets/shifts/{shift_id}/claim" },
  localised: true,
  input: Type.Object({ shift_id: Ref("shift") }),
  output: ShiftAnswer,
  refusals: {
    ...SHIFT_CHECK_REFUSALS,
    already_taken: "conflict",
    invalid_transition: "conflict",
    shift_over: "conflict",
    fleet_closed: "conflict",
  },

  async run(context, { shift_id }) {
    const { now, refuse, emit } = context;
    const driver_id = requireDriver(context);
    const { fleet, shift } = await lockVisibleShift(context, shift_id);
    requireOpen(context, fleet);
    // Asked twice: it is theirs already.
    if (shift.driver_id === driver_id && shift.status === "CLAIMED") return answerShift(context, shift_id);
    if (shift.driver_id !== null && shift.status !== "DRAFT")
      throw refuse("already_taken", { message: messages.already_taken });
    const status = requireNext(context, shift, "claim");
    if (Date.parse(shift.starts_at) <= now.getTime())
      throw refuse("shift_over", { message: messages.shift_over });
    const rules = await loadFleetSettings(context);
    const warnings = await checkShift(context, fleet, rules, { ...shift, driver_id });
    const after = await ShiftRecord.change(context, shift, { driver_id, status });
    scheduleNoShow(context, after, rules.no_show_after_min);
    emit({
      ...compareShifts(shift, after),
      kind: "shift.claimed",
      payload: { ...buildFacts(after), route_id: null },
    });
    return answerShift(context, shift_id, warnings);
  },
});

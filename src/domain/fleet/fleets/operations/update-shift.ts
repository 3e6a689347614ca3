/** Move a shift or change it, before it begins. One that is published stays so, and its driver is notified. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { FLEET_ROLES, requireOpen } from "../access.ts";
import { checkShift, SHIFT_CHECK_REFUSALS } from "../check-shift.ts";
import { lapseSwaps, pushToDrivers, scheduleNoShow } from "../follow-up.ts";
import { messages } from "../messages.ts";
import { requireSkills, requireTimes, requireVehicle, toShiftDate } from "../plan-shift.ts";
import { loadFleetSettings } from "../records/fleet-settings.ts";
import { answerShift, buildFacts, compareShifts, lockPlannedShift, ShiftRecord } from "../records/shift.ts";
import { ShiftAnswer, shiftMembers } from "../shapes.ts";
import { getNextShiftStatus, isShiftEditable } from "../status.ts";

export const updateShift = defineOperation({
  name: "shiftUpdate",
  summary: "Update a shift",
  description: "Members that are absent stay. Another driver may be named too, as with `shiftAssign`.",
  access: { roles: FLEET_ROLES, scopes: ["fleets:write"] },
  rest: { method: "PATCH", path: "/api/v1/fleets/shifts/{shift_id}" },
  localised: true,
  input: Type.Object({
    shift_id: Ref("shift"),
    starts_at: Type.Optional(Timestamp),
    ends_at: Type.Optional(Timestamp),
    ...shiftMembers,
  }),
  output: ShiftAnswer,
  refusals: {
    ...SHIFT_CHECK_REFUSALS,
    not_captain: "forbidden",
    fleet_closed: "conflict",
    invalid_transition: "conflict",
    on_board: "conflict",
    invalid_times: "invalid",
    unknown_vehicle: "invalid",
    unknown_skill: "invalid",
  },

  async run(context, { shift_id, ...change }) {
    const { refuse, emit } = context;
    const { fleet, shift } = await lockPlannedShift(context, shift_id);
    requireOpen(context, fleet);
    if (!isShiftEditable(shift.status))
      throw refuse("invalid_transition", {
        message: messages.invalid_transition,
        values: { status: shift.status },
      });
    if (shift.route_id !== null) throw refuse("on_board", { message: messages.on_board });
    const changed_shift = { ...shift, ...change };
    requireTimes(context, changed_shift.starts_at, changed_shift.ends_at);
    await requireSkills(context, change.skills ?? []);
    if (change.vehicle_id !== undefined) await requireVehicle(context, fleet.id, change.vehicle_id);
    const rules = await loadFleetSettings(context);
    const has_new_driver = changed_shift.driver_id !== shift.driver_id;
    const status = has_new_driver
      ? (getNextShiftStatus(shift.status, changed_shift.driver_id === null ? "unassign" : "assign") ??
        shift.status)
      : shift.status;
    const is_draft = status === "DRAFT";
    const warnings = await checkShift(context, fleet, rules, changed_shift, { is_draft });
    const after = await ShiftRecord.change(context, shift, {
      ...change,
      status,
      date: toShiftDate(changed_shift.starts_at, rules.time_zone),
    });
    scheduleNoShow(context, after, rules.no_show_after_min);
    await lapseSwaps(context, [shift_id]);
    const changed = Object.keys(change);
    const former_driver_id = is_draft || !has_new_driver ? null : shift.driver_id;
    emit({
      ...compareShifts(shift, after),
      kind: "shift.changed",
      // The driver of a draft is not notified.
      payload: { ...buildFacts(after), ...(is_draft ? { driver_id: null } : {}), changed },
    });
    if (former_driver_id !== null)
      emit({
        subject: { type: "shift", id: shift_id },
        kind: "shift.assigned",
        payload: { ...buildFacts(after), former_driver_id },
      });
    if (!is_draft) {
      const facts = { shift_id, date: after.date };
      await pushToDrivers(
        context,
        [after.driver_id],
        has_new_driver ? "shift_assigned" : "shift_changed",
        facts,
      );
      await pushToDrivers(context, [former_driver_id], "shift_cancelled", facts);
    }
    return answerShift(context, shift_id, warnings);
  },
});

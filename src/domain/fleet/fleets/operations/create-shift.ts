/** Create a shift as a draft: nobody but those who plan the fleet sees it before it is published. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { FLEET_ROLES, getPlannedFleet, requireOpen } from "../access.ts";
import { checkShift, SHIFT_CHECK_REFUSALS } from "../check-shift.ts";
import { requireSkills, requireTimes, requireVehicle, toShiftDate } from "../plan-shift.ts";
import { loadFleetSettings } from "../records/fleet-settings.ts";
import { answerShift, insertShift } from "../records/shift.ts";
import { computeBreak_min } from "../rules.ts";
import { ShiftAnswer, shiftMembers } from "../shapes.ts";

export const createShift = defineOperation({
  name: "shiftCreate",
  summary: "Create a shift",
  description:
    "It is a draft until it is published. What would break the rules for hours is a warning of a draft, and refused at publish where the business refuses it.",
  destructive: false,
  access: { roles: FLEET_ROLES, scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/fleets/{fleet_id}/shifts", status: 201 },
  localised: true,
  input: Type.Object({ fleet_id: Ref("fleet"), starts_at: Timestamp, ends_at: Timestamp, ...shiftMembers }),
  output: ShiftAnswer,
  refusals: {
    ...SHIFT_CHECK_REFUSALS,
    not_captain: "forbidden",
    fleet_closed: "conflict",
    invalid_times: "invalid",
    unknown_vehicle: "invalid",
    unknown_skill: "invalid",
  },

  async run(context, input) {
    const {
      fleet_id,
      starts_at,
      ends_at,
      driver_id = null,
      vehicle_id = null,
      skills = [],
      area = "",
      note = "",
    } = input;
    const { fleet } = await getPlannedFleet(context, fleet_id);
    requireOpen(context, fleet);
    requireTimes(context, starts_at, ends_at);
    await requireSkills(context, skills);
    await requireVehicle(context, fleet_id, vehicle_id);
    const rules = await loadFleetSettings(context);
    const break_min = input.break_min ?? computeBreak_min(Date.parse(ends_at) - Date.parse(starts_at), rules);
    const planned = { driver_id, vehicle_id, starts_at, ends_at, break_min, skills };
    const warnings = await checkShift(context, fleet, rules, { id: 0, ...planned }, { is_draft: true });
    const shift = await insertShift(context, {
      ...planned,
      fleet_id,
      date: toShiftDate(starts_at, rules.time_zone),
      area: area.trim(),
      note: note.trim(),
      status: "DRAFT",
      source: "manual",
    });
    return answerShift(context, shift.id, warnings);
  },
});

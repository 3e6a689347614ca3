/** Publish one shift: to its driver, or for the drivers of the fleet to take. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { FLEET_ROLES, requireOpen } from "../access.ts";
import { SHIFT_CHECK_REFUSALS } from "../check-shift.ts";
import { publishShift as publishLocked } from "../plan-shift.ts";
import { loadFleetSettings } from "../records/fleet-settings.ts";
import { answerShift, lockPlannedShift } from "../records/shift.ts";
import { ShiftAnswer } from "../shapes.ts";

export const publishShift = defineOperation({
  name: "shiftPublish",
  summary: "Publish a shift",
  access: { roles: FLEET_ROLES, scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/fleets/shifts/{shift_id}/publish" },
  localised: true,
  input: Type.Object({ shift_id: Ref("shift") }),
  output: ShiftAnswer,
  refusals: {
    ...SHIFT_CHECK_REFUSALS,
    not_captain: "forbidden",
    fleet_closed: "conflict",
    invalid_transition: "conflict",
    shift_over: "conflict",
  },

  async run(context, { shift_id }) {
    const { fleet, shift } = await lockPlannedShift(context, shift_id);
    requireOpen(context, fleet);
    const warnings = await publishLocked(context, fleet, await loadFleetSettings(context), shift);
    return answerShift(context, shift_id, warnings);
  },
});

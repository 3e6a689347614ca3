/** Give a shift to a driver, or take it back for the fleet to take. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { FLEET_ROLES, requireOpen } from "../access.ts";
import { SHIFT_CHECK_REFUSALS } from "../check-shift.ts";
import { messages } from "../messages.ts";
import { assignShift as assignLocked, requireVehicle } from "../plan-shift.ts";
import { loadFleetSettings } from "../records/fleet-settings.ts";
import { answerShift, lockPlannedShift } from "../records/shift.ts";
import { ShiftAnswer } from "../shapes.ts";

export const assignShift = defineOperation({
  name: "shiftAssign",
  summary: "Assign a shift to a driver",
  access: { roles: FLEET_ROLES, scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/fleets/shifts/{shift_id}/assign" },
  localised: true,
  input: Type.Object({
    shift_id: Ref("shift"),
    driver_id: Nullable(
      Ref("driver", { ...Id, description: "null: nobody; then the drivers of the fleet may take it." }),
    ),
    vehicle_id: Type.Optional(Nullable(Ref("vehicle", { ...Id, description: "As it is when absent." }))),
  }),
  output: ShiftAnswer,
  refusals: {
    ...SHIFT_CHECK_REFUSALS,
    not_captain: "forbidden",
    fleet_closed: "conflict",
    invalid_transition: "conflict",
    shift_over: "conflict",
    on_board: "conflict",
    unknown_vehicle: "invalid",
  },

  async run(context, { shift_id, ...shift_resources }) {
    const { fleet, shift } = await lockPlannedShift(context, shift_id);
    requireOpen(context, fleet);
    if (shift.route_id !== null) throw context.refuse("on_board", { message: messages.on_board });
    await requireVehicle(context, fleet.id, shift_resources.vehicle_id ?? null);
    const warnings = await assignLocked(
      context,
      fleet,
      await loadFleetSettings(context),
      shift,
      shift_resources,
    );
    return answerShift(context, shift_id, warnings);
  },
});

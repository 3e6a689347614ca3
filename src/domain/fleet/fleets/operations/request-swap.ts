/**
 * Ask another driver of the fleet to take an own shift, for one of theirs or for nothing. What cannot be is refused now, so
 * that nobody is asked in vain; it is checked again when the other one accepts.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { requireDriver, requireOpen } from "../access.ts";
import { SHIFT_CHECK_REFUSALS } from "../check-shift.ts";
import { pushToDrivers } from "../follow-up.ts";
import { messages } from "../messages.ts";
import { loadFleetSettings } from "../records/fleet-settings.ts";
import { lockVisibleShift } from "../records/shift.ts";
import { SwapRecord } from "../records/shift-swap.ts";
import { checkSwap, lockSwapShifts } from "../swaps.ts";

export const requestSwap = defineOperation({
  name: "shiftSwap",
  summary: "Request that another driver takes a shift",
  access: { roles: ["driver"], scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/fleets/shifts/{shift_id}/swap", status: 201 },
  localised: true,
  input: Type.Object({
    shift_id: Ref("shift"),
    to_driver_id: Ref("driver"),
    for_shift_id: Type.Optional(
      Ref("shift", {
        ...Id,
        description: "A shift of the other driver, which the caller takes.",
      }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    swap_id: Ref("shift_swap"),
    shift_id: Ref("shift"),
    to_driver_id: Ref("driver"),
    status: Type.String(),
    created_at: Timestamp,
  }),
  refusals: {
    ...SHIFT_CHECK_REFUSALS,
    not_your_shift: "forbidden",
    invalid_transition: "conflict",
    swap_pending: "conflict",
    swap_changed: "conflict",
    on_board: "conflict",
    fleet_closed: "conflict",
  },

  async run(context, { shift_id, to_driver_id, for_shift_id }) {
    const { refuse, emit } = context;
    const from_driver_id = requireDriver(context);
    const { fleet, shift: requested_shift } = await lockVisibleShift(context, shift_id);
    requireOpen(context, fleet);
    if (requested_shift.driver_id !== from_driver_id)
      throw refuse("not_your_shift", { message: messages.not_your_shift });
    const swap = { shift_id, for_shift_id: for_shift_id ?? null, from_driver_id, to_driver_id };
    const shifts = await lockSwapShifts(context, fleet.id, swap);
    await checkSwap(context, fleet, await loadFleetSettings(context), swap, shifts);
    const row = await SwapRecord.insertIfAbsent(context, { ...swap, status: "REQUESTED" });
    if (row === undefined) throw refuse("swap_pending", { message: messages.swap_pending });
    emit({
      subject: { type: "shift", id: shift_id },
      kind: "shift.swap_requested",
      payload: {
        fleet_id: fleet.id,
        swap_id: row.id,
        driver_id: to_driver_id,
        for_shift_id: swap.for_shift_id,
      },
    });
    await pushToDrivers(context, [to_driver_id], "shift_swap_requested", { shift_id, swap_id: row.id });
    return {
      result: true,
      swap_id: row.id,
      shift_id,
      to_driver_id,
      status: row.status,
      created_at: row.created_at,
    };
  },
});

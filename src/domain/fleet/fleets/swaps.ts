/** Swaps: two drivers of a fleet, one shift that moves, and perhaps one that moves back. */
import type { Context } from "#operation/define/context.ts";
import { checkShift, type Rules, type ShiftCheckRefusal, type Warning } from "./check-shift.ts";
import { messages } from "./messages.ts";
import type { FleetRow } from "./records/fleet.ts";
import { lockShifts, type ShiftRow } from "./records/shift.ts";
import type { SwapRow } from "./records/shift-swap.ts";

type SwapRefusal = ShiftCheckRefusal | "invalid_transition" | "swap_changed" | "on_board";
type SwapOf = Pick<SwapRow, "shift_id" | "for_shift_id" | "from_driver_id" | "to_driver_id">;

interface SwapShifts {
  given_shift: ShiftRow;
  taken_shift: ShiftRow | null;
}

/** Both shifts, locked in the order of their ids, still of the drivers who swap. */
export async function lockSwapShifts(
  context: Context<SwapRefusal>,
  fleet_id: number,
  swap: SwapOf,
): Promise<SwapShifts> {
  const { refuse } = context;
  const ids = [swap.shift_id, ...(swap.for_shift_id === null ? [] : [swap.for_shift_id])];
  const shifts = await lockShifts(context, ids);
  const find = (id: number, driver_id: number) => {
    const shift = shifts.get(id);
    if (shift?.fleet_id !== fleet_id || shift.driver_id !== driver_id)
      throw refuse("swap_changed", { message: messages.swap_changed });
    if (shift.route_id !== null) throw refuse("on_board", { message: messages.on_board });
    const is_ahead = Date.parse(shift.starts_at) > context.now.getTime();
    if (!is_ahead || (shift.status !== "CLAIMED" && shift.status !== "ASSIGNED"))
      throw refuse("invalid_transition", {
        message: messages.invalid_transition,
        values: { status: shift.status },
        extra: { status: shift.status },
      });
    return shift;
  };
  return {
    given_shift: find(swap.shift_id, swap.from_driver_id),
    taken_shift: swap.for_shift_id === null ? null : find(swap.for_shift_id, swap.to_driver_id),
  };
}

/** Each driver with the shift they would get, and without the one they give. */
export async function checkSwap(
  context: Context<ShiftCheckRefusal>,
  fleet: FleetRow,
  rules: Rules,
  { from_driver_id, to_driver_id }: SwapOf,
  { given_shift, taken_shift }: SwapShifts,
): Promise<Warning[]> {
  const { db, business_id } = context;
  // Both drivers before the checks lock one after the other, so that two swaps cannot wait for each other.
  await db.execute(
    "select id from driver where business_id = $1 and id = any($2::bigint[]) order by id for no key update",
    [business_id, [from_driver_id, to_driver_id]],
  );
  const both = [given_shift.id, ...(taken_shift === null ? [] : [taken_shift.id])];
  const warnings = await checkShift(
    context,
    fleet,
    rules,
    { ...given_shift, driver_id: to_driver_id },
    { without: both },
  );
  if (taken_shift === null) return warnings;
  const back = await checkShift(
    context,
    fleet,
    rules,
    { ...taken_shift, driver_id: from_driver_id },
    { without: both },
  );
  return [...warnings, ...back];
}

/** Who leaves a fleet gives back the shifts to come. */
import type { Context } from "#operation/define/context.ts";
import { lapseSwaps, pushToDrivers, scheduleNoShow } from "./follow-up.ts";
import { buildFacts, compareShifts, lockShifts, ShiftRecord } from "./records/shift.ts";
import { getNextShiftStatus } from "./status.ts";

/** Shifts of a fleet that have not begun, of drivers or vehicles that leave it. */
async function findShiftsAhead(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  fleet_id: number,
  leaving: { driver_ids: readonly number[]; vehicle_ids: readonly number[] },
): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    `select id from shift where business_id = $1 and fleet_id = $2 and status in ('DRAFT', 'PUBLISHED', 'CLAIMED', 'ASSIGNED')
       and (driver_id = any($3::bigint[]) or vehicle_id = any($4::bigint[])) order by id`,
    [business_id, fleet_id, [...leaving.driver_ids], [...leaving.vehicle_ids]],
  );
  return rows.map(({ id }) => id);
}

export async function releaseShifts(
  context: Context<never>,
  fleet_id: number,
  leaving: { driver_ids?: readonly number[]; vehicle_ids?: readonly number[] },
): Promise<void> {
  const { driver_ids = [], vehicle_ids = [] } = leaving;
  const ids = await findShiftsAhead(context, fleet_id, { driver_ids, vehicle_ids });
  for (const shift of (await lockShifts(context, ids)).values()) {
    const loses_driver = shift.driver_id !== null && driver_ids.includes(shift.driver_id);
    const loses_vehicle = shift.vehicle_id !== null && vehicle_ids.includes(shift.vehicle_id);
    const status = loses_driver ? getNextShiftStatus(shift.status, "unassign") : shift.status;
    if (status === null || (!loses_driver && !loses_vehicle)) continue;
    const after = await ShiftRecord.change(context, shift, {
      status,
      ...(loses_driver ? { driver_id: null } : {}),
      ...(loses_vehicle ? { vehicle_id: null } : {}),
    });
    if (loses_driver) scheduleNoShow(context, after, 0);
    await lapseSwaps(context, [shift.id]);
    const former_driver_id = shift.status === "DRAFT" ? null : shift.driver_id;
    context.emit({
      ...compareShifts(shift, after),
      kind: "shift.assigned",
      payload: { ...buildFacts(after), former_driver_id },
    });
    if (loses_driver)
      await pushToDrivers(context, [former_driver_id], "shift_cancelled", {
        shift_id: shift.id,
        date: shift.date,
      });
  }
}

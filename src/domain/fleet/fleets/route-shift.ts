/** The working time that a claimed route takes of its driver. */
import type { Context } from "#operation/define/context.ts";
import { checkShift, type ShiftCheckRefusal, type Warning } from "./check-shift.ts";
import { scheduleNoShow } from "./follow-up.ts";
import { cancelShift, toShiftDate } from "./plan-shift.ts";
import type { FleetRow } from "./records/fleet.ts";
import { loadFleetSettings } from "./records/fleet-settings.ts";
import { buildFacts, insertShift, lockShifts } from "./records/shift.ts";
import { computeBreak_min } from "./rules.ts";
import { getNextShiftStatus } from "./status.ts";

export interface RouteTime {
  route_id: number;
  driver_id: number;
  vehicle_id: number | null;
  starts_at: string;
  ends_at: string;
}

/**
 * A shift for a claimed route, unless a shift of the driver in this fleet covers it. Refuses what a shift of these times would be
 * refused for; nothing is written before. The caller has locked the fleet.
 */
export async function reserveRouteShift(
  context: Context<ShiftCheckRefusal>,
  fleet: FleetRow,
  { route_id, driver_id, vehicle_id, starts_at, ends_at }: RouteTime,
): Promise<Warning[]> {
  const { db, business_id, now, emit } = context;
  // As the checks do: two claims of one driver come one after the other.
  await db.execute("select id from driver where business_id = $1 and id = $2 for no key update", [
    business_id,
    driver_id,
  ]);
  const covering = await db.row(
    `select id from shift where business_id = $1 and fleet_id = $2 and driver_id = $3 and route_id is null
       and status in ('CLAIMED', 'ASSIGNED', 'ON_DUTY', 'ON_BREAK') and starts_at <= $4 and ends_at >= $5 limit 1`,
    [business_id, fleet.id, driver_id, starts_at, ends_at],
  );
  if (covering !== undefined) return [];
  const rules = await loadFleetSettings(context);
  const break_min = computeBreak_min(Date.parse(ends_at) - Date.parse(starts_at), rules);
  const planned = { driver_id, vehicle_id, starts_at, ends_at, break_min, skills: [] };
  const warnings = await checkShift(context, fleet, rules, { id: 0, ...planned });
  const shift = await insertShift(context, {
    ...planned,
    fleet_id: fleet.id,
    date: toShiftDate(starts_at, rules.time_zone),
    area: "",
    note: "",
    status: "CLAIMED",
    source: "claim",
    route_id,
    published_at: now.toISOString(),
  });
  scheduleNoShow(context, shift, rules.no_show_after_min);
  emit({
    subject: { type: "shift", id: shift.id },
    kind: "shift.claimed",
    payload: { ...buildFacts(shift), route_id },
  });
  return warnings;
}

/** The route is not the driver's any more: the shift that was made for it is cancelled, unless it has begun. */
export async function releaseRouteShift(context: Context<never>, route_id: number): Promise<void> {
  const { db, business_id } = context;
  const rows = await db.rows<{ id: number }>(
    "select id from shift where business_id = $1 and route_id = $2 and status <> 'CANCELLED' order by id",
    [business_id, route_id],
  );
  const shifts = await lockShifts(
    context,
    rows.map(({ id }) => id),
  );
  for (const shift of shifts.values())
    if (getNextShiftStatus(shift.status, "cancel") !== null) await cancelShift(context as never, shift);
}

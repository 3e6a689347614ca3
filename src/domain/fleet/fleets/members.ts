/** Drivers and vehicles of fleets, each of one at a time. Who leaves a fleet gives back the shifts to come. */
import type { Context } from "#operation/define/context.ts";
import type { Refusal, RefusalDetail } from "#operation/define/refusal.ts";
import type { Message } from "#operation/response/messages.ts";
import { lockOwnedFleet, requireOpen } from "./access.ts";
import { lapseSwaps, pushToDrivers, scheduleNoShow } from "./follow-up.ts";
import { messages } from "./messages.ts";
import { FleetRecord, type FleetRow } from "./records/fleet.ts";
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

async function releaseShifts(
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

type MemberKind = "driver" | "vehicle";

/**
 * `$1` is the business. `find`: which of the ids `$2` may be in a fleet of the contractor `$3`, and the fleet that each is in.
 * `add` and `remove`: the ids `$3`, of the fleet `$2`.
 */
const STATEMENTS = {
  driver: {
    find: `select d.id, m.fleet_id from driver d left join fleet_driver m on m.business_id = $1 and m.driver_id = d.id
      where d.business_id = $1 and d.id = any($2::bigint[]) and d.status = 'active' and d.contractor_id is not distinct from $3
      order by d.id for share of d`,
    add: `insert into fleet_driver (business_id, fleet_id, driver_id, joined_at)
      select $1, $2, id, $4 from unnest($3::bigint[]) as id on conflict do nothing returning driver_id as id`,
    remove:
      "delete from fleet_driver where business_id = $1 and fleet_id = $2 and driver_id = any($3::bigint[]) returning driver_id as id",
  },
  vehicle: {
    find: `select v.id, m.fleet_id from vehicle v left join fleet_vehicle m on m.business_id = $1 and m.vehicle_id = v.id
      where v.business_id = $1 and v.id = any($2::bigint[]) and v.status <> 'retired' and ($3::bigint is null or exists (
        select from driver d where d.business_id = $1 and d.vehicle_id = v.id and d.contractor_id = $3))
      order by v.id for share of v`,
    add: `insert into fleet_vehicle (business_id, fleet_id, vehicle_id, joined_at)
      select $1, $2, id, $4 from unnest($3::bigint[]) as id on conflict do nothing returning vehicle_id as id`,
    remove:
      "delete from fleet_vehicle where business_id = $1 and fleet_id = $2 and vehicle_id = any($3::bigint[]) returning vehicle_id as id",
  },
} as const satisfies Record<MemberKind, unknown>;

/**
 * All of `add` become members and those of `remove` leave, or it refuses: with `refuseUnknown` who is nobody's or another
 * owner's. Returns the fleet, locked, as it was.
 */
export async function changeMembers(
  context: Context<"in_other_fleet" | "fleet_closed">,
  kind: MemberKind,
  { fleet_id, add, remove }: { fleet_id: number; add: readonly number[]; remove: readonly number[] },
  refuseUnknown: (errors: RefusalDetail[]) => Refusal,
): Promise<FleetRow> {
  const { db, business_id, now, refuse, emit } = context;
  const statements = STATEMENTS[kind];
  const listIds = async (text: string, ids: readonly number[], ...more: Date[]) =>
    (await db.rows<{ id: number }>(text, [business_id, fleet_id, [...ids], ...more])).map(({ id }) => id);
  const fleet = await lockOwnedFleet(context, fleet_id);
  if (add.length > 0) requireOpen(context, fleet);
  const leaving = remove.filter((id) => !add.includes(id));
  const removed = await listIds(statements.remove, leaving);
  const possible_members = await db.rows<{ id: number; fleet_id: number | null }>(statements.find, [
    business_id,
    [...add],
    fleet.contractor_id,
  ]);
  const fleet_by_member = new Map(possible_members.map(({ id, fleet_id: of }) => [id, of]));
  const findAll = (message: Message, isRefused: (id: number) => boolean) =>
    add.flatMap((id, index) => (isRefused(id) ? [{ field: `add/${index}`, message }] : []));
  const unknown = findAll(messages[`unknown_${kind}`], (id) => !fleet_by_member.has(id));
  if (unknown.length > 0) throw refuseUnknown(unknown);
  const refuseOthers = (isOther: (id: number) => boolean) => {
    const errors = findAll(messages.in_other_fleet, isOther);
    if (errors.length > 0) throw refuse("in_other_fleet", { message: messages.in_other_fleet, errors });
  };
  refuseOthers((id) => ![null, fleet_id].includes(fleet_by_member.get(id) ?? null));
  const added = await listIds(statements.add, add, now);
  // Somebody who joined another fleet at the same moment is not in this one.
  refuseOthers((id) => !added.includes(id) && fleet_by_member.get(id) !== fleet_id);
  if (removed.length > 0) await releaseShifts(context, fleet_id, { [`${kind}_ids`]: removed });
  if (added.length > 0 || removed.length > 0) {
    await FleetRecord.change(context, fleet, {});
    emit({
      subject: { type: "fleet", id: fleet_id },
      kind: `fleet.${kind}s_changed`,
      payload: { added, removed },
    });
  }
  return fleet;
}

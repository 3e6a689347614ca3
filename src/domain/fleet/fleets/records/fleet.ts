/** Fleets: what one is, how it is stored, and shown with its members. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { getVisibleFleet } from "../access.ts";
import type { FleetRight } from "../rules.ts";
import type { Fleet } from "../shapes.ts";

export interface FleetRow extends Row<"fleet"> {
  status: "active" | "closed";
}

export const FleetRecord = defineRecord<"fleet", FleetRow>("fleet");

/** Fleets with their members and the shifts that have not ended at a time. */
export const selectFleets = (
  time: string,
): string => `select f.id, f.name, f.contractor_id, c.name as contractor_name, f.areas, f.status, f.created_at, f.version,
    (select count(*)::int from fleet_driver m where m.business_id = f.business_id and m.fleet_id = f.id) as drivers,
    (select count(*)::int from fleet_vehicle v where v.business_id = f.business_id and v.fleet_id = f.id) as vehicles,
    coalesce((select jsonb_agg(jsonb_build_object('driver_id', d.id, 'name', d.name) order by d.name, d.id)
       from fleet_captain k join driver d on d.business_id = f.business_id and d.id = k.driver_id
      where k.business_id = f.business_id and k.fleet_id = f.id), '[]') as captains,
    (select count(*)::int from shift s where s.business_id = f.business_id and s.fleet_id = f.id and s.status = 'PUBLISHED' and s.ends_at > ${time}) as open_shifts,
    (select count(*)::int from shift s where s.business_id = f.business_id and s.fleet_id = f.id and s.status = 'DRAFT' and s.ends_at > ${time}) as draft_shifts
  from fleet f left join contractor c on c.business_id = f.business_id and c.id = f.contractor_id`;

export type FleetView = Omit<Fleet, "can_manage" | "can_plan">;

export function buildFleet(view: FleetView, right: FleetRight): Fleet {
  const is_captain = right === "captain" || right === "manage";
  return {
    ...view,
    // What is not published yet concerns those who plan.
    draft_shifts: is_captain ? view.draft_shifts : 0,
    can_manage: right === "manage",
    can_plan: is_captain && view.status === "active",
  };
}

/** A fleet with its members, as operations answer. */
export async function answerFleet(context: Context<never>, fleet_id: number) {
  const { db, business_id, now } = context;
  const { right } = await getVisibleFleet(context, fleet_id);
  const [view, drivers, vehicles] = await Promise.all([
    db.row<FleetView>(`${selectFleets("$3")} where f.business_id = $1 and f.id = $2`, [
      business_id,
      fleet_id,
      now,
    ]),
    db.rows<{
      driver_id: number;
      name: string;
      status: string;
      is_captain: boolean;
      skills: string[];
      vehicle_id: number | null;
      joined_at: string;
    }>(
      `select d.id as driver_id, d.name, d.status, k.driver_id is not null as is_captain, d.skills, d.vehicle_id, m.joined_at
         from fleet_driver m join driver d on d.business_id = $1 and d.id = m.driver_id
         left join fleet_captain k on k.business_id = $1 and k.fleet_id = m.fleet_id and k.driver_id = m.driver_id
        where m.business_id = $1 and m.fleet_id = $2 order by k.driver_id is null, d.name, d.id`,
      [business_id, fleet_id],
    ),
    db.rows<{ vehicle_id: number; plate: string; name: string; type: string; status: string }>(
      `select v.id as vehicle_id, v.plate, v.name, v.type, v.status from fleet_vehicle m
         join vehicle v on v.business_id = $1 and v.id = m.vehicle_id
        where m.business_id = $1 and m.fleet_id = $2 order by v.plate, v.id`,
      [business_id, fleet_id],
    ),
  ]);
  if (view === undefined) throw new Error(`Fleet ${fleet_id} is gone.`);
  return { result: true, fleet_id, version: view.version, fleet: buildFleet(view, right), drivers, vehicles };
}

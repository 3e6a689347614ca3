/** Driver data that routes need. */
import type { Db } from "#platform/db/db.ts";
import type { Capacity } from "./overload.ts";
import type { DriverFacts } from "./rules.ts";

/**
 * Drivers by id, locked in id order, so that they cannot be planned or suspended concurrently. `date`: the day on which their
 * documents must be valid. Of each kind of document the accepted one with the latest expiry counts. Unknown ids are absent.
 */
export async function lockDrivers(
  db: Db,
  business_id: number,
  ids: readonly number[],
  date: string,
): Promise<Map<number, DriverFacts>> {
  if (ids.length === 0) return new Map();
  await db.execute(
    "select id from driver where business_id = $1 and id = any($2::bigint[]) order by id for no key update",
    [business_id, [...new Set(ids)]],
  );
  const rows = await db.rows<DriverFacts>(
    `select d.id, d.name, d.status, d.contractor_id, v.id as vehicle_id,
       (select min(k.lasts) from (
          select max(coalesce(e.expires_date, 'infinity'::date)) as lasts from driver_document e
           where e.business_id = d.business_id and e.driver_id = d.id and e.status = 'accepted' group by e.kind) k
         where k.lasts < $3::date) as expired_date
     from driver d left join vehicle v on v.business_id = d.business_id and v.id = d.vehicle_id and v.status = 'active'
     where d.business_id = $1 and d.id = any($2::bigint[])`,
    [business_id, [...new Set(ids)], date],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Names of drivers by id. */
export async function findDriverNames(
  db: Db,
  business_id: number,
  ids: readonly (number | null)[],
): Promise<Map<number, string>> {
  const driver_ids = [...new Set(ids.filter((id) => id !== null))];
  if (driver_ids.length === 0) return new Map();
  const rows = await db.rows<{ id: number; name: string }>(
    "select id, name from driver where business_id = $1 and id = any($2::bigint[])",
    [business_id, driver_ids],
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** What the vehicles carry at most, by id. */
export async function findCapacities(
  db: Db,
  business_id: number,
  vehicle_ids: readonly (number | null)[],
): Promise<Map<number, Capacity>> {
  const distinct_ids = [...new Set(vehicle_ids.filter((id) => id !== null))];
  if (distinct_ids.length === 0) return new Map();
  const rows = await db.rows<Capacity & { id: number }>(
    `select id, capacity_units as units, capacity_weight_g as weight_g, capacity_volume_cm3 as volume_cm3,
       capacity_pallets as pallets
     from vehicle where business_id = $1 and id = any($2::bigint[])`,
    [business_id, distinct_ids],
  );
  return new Map(rows.map(({ id, ...capacity }) => [id, capacity]));
}

/** Accounts of a contractor: orders assigned to them belong to the contractor. */
export async function findContractorAccountIds(
  db: Db,
  business_id: number,
  contractor_id: number,
): Promise<Set<number>> {
  const rows = await db.rows<{ id: number }>(
    "select id from account where business_id = $1 and contractor_id = $2",
    [business_id, contractor_id],
  );
  return new Set(rows.map((row) => row.id));
}

/** Drivers as routes see them. */
import type { Db } from "#platform/db/db.ts";
import type { DriverFacts } from "./rules.ts";

/**
 * Drivers by id, locked in id order, so that nobody plans or suspends them meanwhile. `date`: the day their documents must last.
 * Of each kind of document the accepted one that lasts longest counts. Unknown ids are simply absent.
 */
export async function lockDrivers(
  db: Db,
  business_id: number,
  ids: readonly number[],
  date: string,
): Promise<Map<number, DriverFacts>> {
  if (ids.length === 0) return new Map();
  await db.execute(
    "select id from driver where business_id = $1 and id = any($2::int[]) order by id for no key update",
    [business_id, [...new Set(ids)]],
  );
  const rows = await db.rows<DriverFacts>(
    `select d.id, d.name, d.status, d.contractor_id, v.id as vehicle_id,
       (select min(k.lasts) from (
          select max(coalesce(e.expires_date, 'infinity'::date)) as lasts from driver_document e
           where e.business_id = d.business_id and e.driver_id = d.id and e.status = 'accepted' group by e.kind) k
         where k.lasts < $3::date) as expired_date
     from driver d left join vehicle v on v.business_id = d.business_id and v.id = d.vehicle_id and v.status = 'active'
     where d.business_id = $1 and d.id = any($2::int[])`,
    [business_id, [...new Set(ids)], date],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Names of drivers by id. */
export async function driverNames(
  db: Db,
  business_id: number,
  ids: readonly (number | null)[],
): Promise<Map<number, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await db.rows<{ id: number; name: string }>(
    "select id, name from driver where business_id = $1 and id = any($2::int[])",
    [business_id, wanted],
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Accounts of the people of a contractor: orders in their hands are the contractor's. */
export async function accountsOfContractor(
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

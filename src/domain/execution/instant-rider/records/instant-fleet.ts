/** Fleets that do instant deliveries: their pay list and how their riders are ranked. A fleet has one row, with its own id. */
import type Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import type { Row } from "#operation/define/record.ts";
import type { Point } from "#vocabulary/geo.ts";
import type { InstantFleet } from "../shapes.ts";
import { buildZoneView, type ZoneRow } from "./zone.ts";

export type InstantFleetRow = Row<"instant_fleet">;

type Reader = Pick<Context, "db" | "business_id" | "actor" | "business">;

/** Fleets with a zone around a place, by id. */
export async function findFleetsAt(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  { lat, lng }: Point,
): Promise<Map<number, InstantFleetRow>> {
  const rows = await db.rows<InstantFleetRow>(
    `select i.* from instant_fleet i join fleet f on f.business_id = $1 and f.id = i.fleet_id and f.status = 'active'
      where i.business_id = $1 and exists (select from instant_zone z
        where z.business_id = $1 and z.fleet_id = i.fleet_id and poly_contain_pt(z.area, point($3, $2)))`,
    [business_id, lat, lng],
  );
  return new Map(rows.map((row) => [row.fleet_id, row]));
}

/** Fleets that do instant deliveries, or one of them. */
export async function loadInstantFleets(
  { db, business_id, business }: Reader,
  fleet_id: number | null = null,
): Promise<Type.Static<typeof InstantFleet>[]> {
  const [fleets, zones] = await Promise.all([
    db.rows<InstantFleetRow & { name: string }>(
      `select i.*, f.name from instant_fleet i join fleet f on f.business_id = $1 and f.id = i.fleet_id
        where i.business_id = $1 and ($2::bigint is null or i.fleet_id = $2) order by f.name, f.id limit 200`,
      [business_id, fleet_id],
    ),
    db.rows<ZoneRow>(
      `select * from instant_zone where business_id = $1 and ($2::bigint is null or fleet_id = $2)
        order by name, id limit 1000`,
      [business_id, fleet_id],
    ),
  ]);
  return fleets.map(({ business_id: _business, ...fleet }) => ({
    ...fleet,
    currency: business.currency,
    zones: zones.filter((zone) => zone.fleet_id === fleet.fleet_id).map(buildZoneView),
  }));
}

/** The row of a fleet of the business that has a pay list, locked. */
export async function lockInstantFleet(
  { db, business_id }: Reader,
  fleet_id: number,
): Promise<{ version: number } | undefined> {
  return db.row<{ version: number }>(
    "select version from instant_fleet where business_id = $1 and fleet_id = $2 for no key update",
    [business_id, fleet_id],
  );
}

export async function saveInstantFleet(
  { db, business_id, now }: Pick<Context, "db" | "business_id" | "now">,
  fleet_id: number,
  set: Omit<InstantFleetRow, "business_id" | "fleet_id" | "updated_at" | "version">,
): Promise<void> {
  await db.execute(
    `insert into instant_fleet (business_id, fleet_id, base_minor, per_km_minor, per_waiting_minute_minor, free_waiting_minutes,
       capacity, distance_m_max, distance_weight, idle_weight, fairness_weight, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (business_id, fleet_id) do update set base_minor = excluded.base_minor, per_km_minor = excluded.per_km_minor,
       per_waiting_minute_minor = excluded.per_waiting_minute_minor, free_waiting_minutes = excluded.free_waiting_minutes,
       capacity = excluded.capacity, distance_m_max = excluded.distance_m_max, distance_weight = excluded.distance_weight,
       idle_weight = excluded.idle_weight, fairness_weight = excluded.fairness_weight, updated_at = excluded.updated_at,
       version = instant_fleet.version + 1`,
    [
      business_id,
      fleet_id,
      set.base_minor,
      set.per_km_minor,
      set.per_waiting_minute_minor,
      set.free_waiting_minutes,
      set.capacity,
      set.distance_m_max,
      set.distance_weight,
      set.idle_weight,
      set.fairness_weight,
      now,
    ],
  );
}

/** Zones of fleets, and how fleets do instant deliveries. */
import type Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import type { Point } from "#vocabulary/geo.ts";
import { business_messages } from "./business-messages.ts";
import { findZoneFault } from "./rules.ts";
import { FLEET_COLUMNS } from "./search.ts";
import type { InstantFleet } from "./shapes.ts";
import type { InstantFleetRow, ZoneRow } from "./tables.ts";

type Reader = Pick<Context, "db" | "business_id" | "actor" | "business">;

export const ZONE_COLUMNS = "id, business_id, fleet_id, name, corners, created_at, version";

/** A polygon as PostgreSQL writes it. */
export const toPolygon = (corners: readonly Point[]): string =>
  `(${corners.map(({ lat, lng }) => `(${lng},${lat})`).join(",")})`;

export function findCornerFaults({ say }: Pick<Context, "say">, corners: readonly Point[]): RefusalDetail[] {
  const fault = findZoneFault(corners);
  return fault === null ? [] : [{ field: "corners", message: say(business_messages[fault]) }];
}

/** Those of the points that are in no zone of an active fleet. */
export async function findOutsideZones(
  { db, business_id }: Pick<Reader, "db" | "business_id">,
  points: readonly Point[],
): Promise<Set<Point>> {
  if (points.length === 0) return new Set();
  const rows = await db.rows<{ at: number }>(
    `select p.at::int as at from unnest($2::float8[], $3::float8[]) with ordinality as p(lat, lng, at)
      where not exists (select from instant_zone z
        join instant_fleet i on i.business_id = $1 and i.fleet_id = z.fleet_id
        join fleet f on f.business_id = $1 and f.id = z.fleet_id and f.status = 'active'
       where z.business_id = $1 and poly_contain_pt(z.area, point(p.lng, p.lat)))`,
    [business_id, points.map(({ lat }) => lat), points.map(({ lng }) => lng)],
  );
  return new Set(rows.map(({ at }) => points[at - 1] as Point));
}

/** Fleets that do instant deliveries, or one of them. */
export async function loadInstantFleets(
  { db, business_id, business }: Reader,
  fleet_id: number | null = null,
): Promise<Type.Static<typeof InstantFleet>[]> {
  const [fleets, zones] = await Promise.all([
    db.rows<InstantFleetRow & { name: string }>(
      `select ${FLEET_COLUMNS.split(",")
        .map((column) => `i.${column.trim()}`)
        .join(", ")}, f.name
         from instant_fleet i join fleet f on f.business_id = $1 and f.id = i.fleet_id
        where i.business_id = $1 and ($2::bigint is null or i.fleet_id = $2) order by f.name, f.id limit 200`,
      [business_id, fleet_id],
    ),
    db.rows<ZoneRow>(
      `select ${ZONE_COLUMNS} from instant_zone where business_id = $1 and ($2::bigint is null or fleet_id = $2)
        order by name, id limit 1000`,
      [business_id, fleet_id],
    ),
  ]);
  return fleets.map(({ business_id: _business, ...fleet }) => ({
    ...fleet,
    currency: business.currency,
    zones: zones
      .filter((zone) => zone.fleet_id === fleet.fleet_id)
      .map(({ business_id: _own, ...zone }) => zone),
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

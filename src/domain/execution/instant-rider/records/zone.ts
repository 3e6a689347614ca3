/** Zones of fleets: what one is, how it is shown, and which points are in none. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import type { Point } from "#vocabulary/geo.ts";
import { business_messages } from "../business-messages.ts";
import { findZoneFault } from "../rules.ts";

export interface ZoneRow extends Row<"instant_zone"> {
  corners: Point[];
  /** The corners for PostgreSQL: `toPolygon`. */
  area: string;
}

export const ZoneRecord = defineRecord<"instant_zone", ZoneRow>(
  "instant_zone",
  business_messages.unknown_zone,
);

export function buildZoneView({ business_id: _business, area: _area, ...zone }: ZoneRow) {
  return zone;
}

/** A polygon as PostgreSQL writes it. */
export const toPolygon = (corners: readonly Point[]): string =>
  `(${corners.map(({ lat, lng }) => `(${lng},${lat})`).join(",")})`;

export function findCornerFaults(corners: readonly Point[]): RefusalDetail[] {
  const fault = findZoneFault(corners);
  return fault === null ? [] : [{ field: "corners", message: business_messages[fault] }];
}

/** Those of the points that are in no zone of an active fleet. */
export async function findOutsideZones(
  { db, business_id }: Pick<Context, "db" | "business_id">,
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

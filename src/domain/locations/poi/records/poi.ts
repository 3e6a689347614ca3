/** Points of interest: what one is, what is computed when it is stored, and what callers see of it. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Place } from "#vocabulary/place.ts";
import { BUSINESS_ROLES, type Role } from "#vocabulary/roles.ts";
import { findFenceBounds, type Geofence } from "../fence.ts";
import { findBounds, findPositionOnSurface, type Geometry } from "../geometry.ts";
import { findOpenState, type IsHoliday, type OpeningHours } from "../hours.ts";
import { messages } from "../messages.ts";
import { foldText } from "../rules.ts";
import type { Poi, PoiKind, Visibility } from "../shapes.ts";

interface Entrance {
  name: string;
  lat: number;
  lng: number;
  instructions?: string | undefined;
}

export interface PoiRow extends Row<"poi"> {
  kind: PoiKind;
  geometry: Geometry;
  /** Without coordinates, which are columns of their own. */
  place: Place | null;
  entrances: Entrance[];
  hours: OpeningHours | null;
  attributes: Record<string, string>;
  visibility: Visibility;
  geofence: Geofence | null;
  source: "manual" | "import";
}

export const PoiRecord = defineRecord<"poi", PoiRow>("poi", messages.no_poi);

/** What callers set. The rest of a row follows from it. */
export type PoiFacts = Pick<
  PoiRow,
  | "name"
  | "kind"
  | "geometry"
  | "place"
  | "entrances"
  | "hours"
  | "time_zone"
  | "attributes"
  | "tags"
  | "visibility"
  | "geofence"
  | "ref"
  | "service_time_s"
>;

export function buildPoiColumns(facts: PoiFacts) {
  const { geometry, entrances, geofence, name, place, tags, ref } = facts;
  const { lat, lng } = entrances[0] ?? findPositionOnSurface(geometry);
  const fence = geofence === null ? null : findFenceBounds({ geometry, lat, lng, geofence });
  return {
    ...facts,
    place: place === null ? null : removePosition(place),
    lat,
    lng,
    ...findBounds(geometry),
    fence_west: fence?.west ?? null,
    fence_south: fence?.south ?? null,
    fence_east: fence?.east ?? null,
    fence_north: fence?.north ?? null,
    search: foldText(
      [name, place?.line1, place?.line2, place?.postal_code, place?.city, ref, ...tags]
        .filter(Boolean)
        .join(" "),
    ),
  };
}

const FACTS: readonly (keyof PoiFacts)[] = [
  ...([
    "name",
    "kind",
    "geometry",
    "place",
    "entrances",
    "hours",
    "time_zone",
    "attributes",
    "tags",
  ] as const),
  ...(["visibility", "geofence", "ref", "service_time_s"] as const),
];

export const pickFacts = (row: PoiFacts): PoiFacts =>
  Object.fromEntries(FACTS.map((member) => [member, row[member]])) as unknown as PoiFacts;

function removePosition({ lat: _lat, lng: _lng, window: _window, ...place }: Place): Place {
  return place;
}

/** Columns of a list: `distance_m` is from `$near_lat` and `$near_lng`. */
export const POI_COLUMNS =
  "p.*, poi_distance_m(p.lat, p.lng, $near_lat::float8, $near_lng::float8) as distance_m";

export interface Viewing {
  now: Date;
  isHoliday: IsHoliday;
  business_time_zone: string;
  /** Customers and contractors see what businesses show to everybody. */
  shows_internals: boolean;
}

const INTERNAL_ROLES: readonly (Role | null)[] = [...BUSINESS_ROLES, "driver"];

export const seesInternals = (role: Role | null): boolean => INTERNAL_ROLES.includes(role);

export function toPoi(row: PoiRow & { distance_m?: number | null }, viewing: Viewing): Poi {
  const { now, isHoliday, business_time_zone, shows_internals } = viewing;
  const time_zone = row.time_zone ?? business_time_zone;
  const state = row.hours === null ? null : findOpenState({ hours: row.hours, time_zone }, now, isHoliday);
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    geometry: row.geometry,
    place: row.place === null ? null : { ...row.place, lat: row.lat, lng: row.lng },
    entrances: row.entrances as Poi["entrances"],
    hours: row.hours as Poi["hours"],
    time_zone,
    attributes: shows_internals ? row.attributes : {},
    tags: row.tags,
    visibility: row.visibility,
    geofence: shows_internals ? (row.geofence as Poi["geofence"]) : null,
    ref: shows_internals ? row.ref : null,
    service_time_s: shows_internals ? row.service_time_s : null,
    lat: row.lat,
    lng: row.lng,
    opening: {
      is_open: state?.is_open ?? null,
      changes_at: state?.changes_at?.toISOString() ?? null,
    },
    distance_m: typeof row.distance_m === "number" ? Math.round(row.distance_m) : null,
    source: row.source,
    observed_service_time_s: shows_internals ? row.observed_service_time_s : null,
    observed_visits: shows_internals ? row.observed_visits : 0,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

type Reader = Pick<Context<never>, "db" | "business_id">;

/** One that is there, or what it was merged into. */
export async function findPoi(context: Reader, id: number): Promise<PoiRow | undefined> {
  const row = await PoiRecord.find(context, id);
  return row === undefined || row.merged_into === null ? row : PoiRecord.find(context, row.merged_into);
}

/**
 * Those that are there, or what they were merged into, by the ids that were named. None of them is deleted or merged before the
 * transaction ends.
 */
export async function lockStops(
  context: Pick<Context<never>, "db" | "business_id">,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { db, business_id } = context;
  const rows = await db.rows<Pick<PoiRow, "id" | "merged_into">>(
    "select id, merged_into from poi where business_id = $1 and id = any($2::bigint[]) order by id for share",
    [business_id, ids],
  );
  const target_ids = rows.flatMap(({ merged_into }) => merged_into ?? []);
  const targets = target_ids.length === 0 ? new Map() : await lockStops(context, target_ids);
  return new Map(
    rows.flatMap(({ id, merged_into }) => {
      const stop_id = merged_into === null ? id : targets.get(merged_into);
      return stop_id === undefined ? [] : [[id, stop_id]];
    }),
  );
}

/** With what was merged into it. */
export async function removePoi({ db, business_id }: Reader, id: number): Promise<void> {
  await db.execute("delete from poi where business_id = $1 and merged_into = $2", [business_id, id]);
  await db.execute("delete from poi where business_id = $1 and id = $2", [business_id, id]);
}

/** Duplicates lead to the one that stays, and so does what was merged into them before. */
export async function markMerged(
  { db, business_id, now }: Pick<Context<never>, "db" | "business_id" | "now">,
  ids: readonly number[],
  into_id: number,
): Promise<void> {
  await db.execute(
    `update poi set merged_into = $3, geofence = null, fence_south = null, fence_north = null, fence_west = null, fence_east = null,
       updated_at = $4, version = version + 1
      where business_id = $1 and (id = any($2::bigint[]) or merged_into = any($2::bigint[]))`,
    [business_id, ids, into_id, now],
  );
}

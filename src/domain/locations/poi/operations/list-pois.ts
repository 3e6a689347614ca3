/** List points of interest: in a box, near a position, of a kind, open at a time, by words. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineList, indexed, parameter, search } from "#operation/define/list.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { toLikePattern } from "#vocabulary/like-pattern.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { findBoundsAround } from "../geometry.ts";
import { isOpen, type OpeningHours } from "../hours.ts";
import { messages } from "../messages.ts";
import { POI_COLUMNS, type PoiRow, seesInternals } from "../records/poi.ts";
import { loadHolidays } from "../records/poi-holiday.ts";
import { type Box, foldText, parseBox, parsePosition } from "../rules.ts";
import { Poi, PoiKind, VISIBILITIES } from "../shapes.ts";
import { showPois } from "../show.ts";

const BoxText = Type.String({
  maxLength: 120,
  description:
    "west,south,east,north in degrees, as in GeoJSON; west beyond east crosses the 180th meridian.",
});
const PositionText = Type.String({
  maxLength: 60,
  description: "latitude,longitude: the nearest first.",
});
const RADIUS_M_MAX = 500_000;

export const listPois = defineList({
  name: "pois",
  summary: "List points of interest",
  description:
    "`open_at` finds those that are known to be open; places without hours are not among them. Customers and contractors see those that " +
    "the business shows to everybody.",
  access: { roles: TENANT_ROLES, scopes: ["address:read"] },
  rest: { method: "GET", path: "/api/v1/poi" },
  localised: true,
  filters: {
    bbox: parameter(BoxText),
    near: parameter(PositionText),
    radius_m: parameter(
      Type.Integer({ minimum: 1, maximum: RADIUS_M_MAX, description: "From `near`, in a straight line." }),
    ),
    kind: indexed(PoiKind, "p.kind = $kind"),
    open_at: parameter(Type.String({ ...Timestamp, description: "Open at this time." })),
    tag: indexed(Type.String({ minLength: 1, maxLength: 40 }), "$tag = any(p.tags)"),
    visibility: indexed(StringEnum(VISIBILITIES), "p.visibility = $visibility"),
    has_geofence: indexed(Type.Boolean(), "(p.geofence is not null) = $has_geofence"),
    q: {
      ...search("p.id", "search_pois", "In name, address, reference or tags."),
      value: (q: string) => toLikePattern(foldText(q)),
    },
  },
  rows: { pois: Type.Array(Poi) },
  from: "poi p",
  columns: POI_COLUMNS,
  order: "distance_m, lower(p.name), p.id",
  where: [
    "p.merged_into is null",
    "$public_only::bool and p.visibility = 'public'",
    "p.id = any($open_ids::bigint[])",
    "p.south <= $box_north and p.north >= $box_south and exists (select from unnest(array[0, 360, -360]) turn where p.west + turn <= $box_east and p.east + turn >= $box_west)",
    "p.south <= $around_north and p.north >= $around_south and poi_distance_m(p.lat, p.lng, $near_lat, $near_lng) <= $within_m",
  ],
  async values(context, { bbox, near, radius_m, open_at }) {
    const box = bbox === undefined ? undefined : readBox(context, bbox);
    const at = near === undefined ? undefined : readPosition(context, near);
    if (radius_m !== undefined && at === undefined) refuseMember(context, "radius_m", messages.needs_near);
    const around =
      at === undefined || radius_m === undefined ? undefined : findBoundsAround([[at.lng, at.lat]], radius_m);
    return {
      public_only: seesInternals(context.actor.role) ? undefined : true,
      open_ids: open_at === undefined ? undefined : await listOpenIds(context, readTime(context, open_at)),
      box_west: box?.west,
      box_south: box?.south,
      box_east: box?.east,
      box_north: box?.north,
      near_lat: at?.lat,
      near_lng: at?.lng,
      around_south: around?.south,
      around_north: around?.north,
      within_m: radius_m,
      shown_at: open_at,
    };
  },
  buildAll: (rows: readonly (PoiRow & { distance_m: number | null })[], context, { shown_at }) =>
    showPois(context, rows, shown_at === undefined ? context.now : new Date(shown_at)),
});

type Reading = Context<never>;

function refuseMember({ refuse }: Reading, field: string, message: (typeof messages)["needs_near"]): never {
  throw refuse("invalid_request", { message, errors: [{ field, message }] });
}

function readBox(context: Reading, text: string): Box {
  return parseBox(text) ?? refuseMember(context, "bbox", messages.not_a_box);
}

function readPosition(context: Reading, text: string) {
  return parsePosition(text) ?? refuseMember(context, "near", messages.not_a_position);
}

function readTime(context: Reading, text: string): Date {
  const at = new Date(text);
  return Number.isNaN(at.getTime())
    ? refuseMember(context, "open_at", fields.format.with({ format: "date-time" }) as never)
    : at;
}

/** Those of the business that are open then: hours are judged here, as they are shown. */
async function listOpenIds(context: Reading, at: Date): Promise<number[]> {
  const { db, business_id, business } = context;
  const rows = await db.rows<{ id: number; hours: OpeningHours; time_zone: string | null }>(
    "select id, hours, time_zone from poi where business_id = $1 and hours is not null and merged_into is null",
    [business_id],
  );
  const isHoliday = await loadHolidays(
    context,
    rows.flatMap(({ hours }) => hours.holidays?.calendar ?? []),
  );
  return rows
    .filter(({ hours, time_zone }) =>
      isOpen({ hours, time_zone: time_zone ?? business.time_zone }, at, isHoliday),
    )
    .map(({ id }) => id);
}

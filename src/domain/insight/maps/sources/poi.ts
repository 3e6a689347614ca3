/** Points of interest. Without a filter of visibility, those that the business shows to everybody. */
import type { Arguments } from "#domain/insight/datasets/public.ts";
import type { Field, LayerFilter } from "../rules.ts";
import { buildProperties, type FixedFields, listFixedFields } from "./fixed-fields.ts";
import type { FeatureReader } from "./query.ts";
import type { LayerSource, OfferedField } from "./sources.ts";
import { stampRows } from "./stamp.ts";

const FIELDS: FixedFields = {
  name: ["text", "to_jsonb(p.name)"],
  kind: ["text", "to_jsonb(p.kind)"],
  ref: ["text", "to_jsonb(p.ref)"],
  tags: ["text", "to_jsonb(nullif(array_to_string(p.tags, ', '), ''))"],
  address: ["text", "p.place->'line1'"],
  postal_code: ["text", "p.place->'postal_code'"],
  city: ["text", "p.place->'city'"],
  country: ["text", "p.place->'country'"],
  service_time_s: ["number", "to_jsonb(p.service_time_s)"],
};
const ATTRIBUTE = "attributes.";
/** Of which the names of attributes are listed. */
const ROWS_LOOKED_AT = 2000;

export async function listPoiFields({ db, business_id }: FeatureReader): Promise<OfferedField[]> {
  const rows = await db.rows<{ key: string }>(
    `select distinct key from (select attributes from poi where business_id = $1 and merged_into is null order by id desc
       limit ${ROWS_LOOKED_AT}) p, jsonb_object_keys(p.attributes) key order by key limit 200`,
    [business_id],
  );
  const attributes = rows.map(({ key }) => ({
    key: `${ATTRIBUTE}${key}`,
    label: key,
    type: "text" as const,
  }));
  return [...listFixedFields(FIELDS), ...attributes];
}

export const buildPoiProperties = (fields: readonly Field[], bound: Arguments) =>
  buildProperties(FIELDS, fields, (key) =>
    key.startsWith(ATTRIBUTE)
      ? `p.attributes->${bound.bind(key.slice(ATTRIBUTE.length), "text")}`
      : undefined,
  );

export function buildPoiFrom(
  { business_id }: FeatureReader,
  { kinds, tags, visibilities = ["public"] }: LayerFilter,
  bound: Arguments,
): string {
  const conditions = [
    `p.business_id = ${bound.bind(business_id, "int")}`,
    "p.merged_into is null",
    `p.visibility = any(${bound.bindList(visibilities, "text")})`,
    ...(kinds === undefined ? [] : [`p.kind = any(${bound.bindList(kinds, "text")})`]),
    ...(tags === undefined ? [] : [`p.tags && ${bound.bindList(tags, "text")}`]),
  ];
  return `from poi p where ${conditions.join(" and ")}`;
}

export const POI_STAMP = stampRows("p.id", "p.version");

export const poiSource: LayerSource = {
  listFields: listPoiFields,
  build: async (context, { filter, fields }, bound) => ({
    from: buildPoiFrom(context, filter, bound),
    id: "p.id",
    geometry: "p.geometry::text",
    properties: buildPoiProperties(fields, bound),
    stamp: POI_STAMP,
    west: "p.west",
    south: "p.south",
    east: "p.east",
    north: "p.north",
  }),
};

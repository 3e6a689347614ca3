/** What of a layer can be stored and shown. Pure. Source: README.md. */

export const ACCESSES = ["public", "unlisted", "token", "private"] as const;
export type MapAccess = (typeof ACCESSES)[number];
export const SOURCES = ["poi", "dataset", "routes", "lockers", "zones", "geojson"] as const;
export type SourceName = (typeof SOURCES)[number];
export const AGGREGATIONS = ["none", "cluster"] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];
export const BASES = ["default", "none"] as const;
export type Base = (typeof BASES)[number];

/** From so many features on a layer is delivered as vector tiles. */
export const TILES_FROM = 2000;
/** Of one layer; further ones are not shown. */
export const FEATURES_MAX = 200_000;
export const FIELDS_MAX = 40;
export const LAYERS_MAX = 20;

/** A field of the allow-list: its key for readers, and how its source finds it. */
export interface Field {
  key: string;
  /** The number of a column, which no other column gets. */
  n?: number;
}

type Value = string | number | boolean;

interface ColorRule {
  value?: Value | undefined;
  from?: number | undefined;
  to?: number | undefined;
  color: string;
  label?: string | undefined;
}

export interface LayerStyle {
  color: string;
  size?: number | undefined;
  opacity?: number | undefined;
  by?: { field: string; rules: ColorRule[]; other?: string | undefined } | null | undefined;
}

export const VISIBILITIES = ["private", "alliance", "public"] as const;

export interface LayerFilter {
  kinds?: string[] | undefined;
  tags?: string[] | undefined;
  visibilities?: (typeof VISIBILITIES)[number][] | undefined;
  statuses?: string[] | undefined;
  days?: number | undefined;
  where?: Record<string, unknown> | undefined;
  equals?: Record<string, Value> | undefined;
}

/** The members of a filter that a source reads. */
const FILTERS_OF: Record<SourceName, readonly (keyof LayerFilter)[]> = {
  poi: ["kinds", "tags", "visibilities"],
  zones: ["kinds", "tags", "visibilities"],
  dataset: ["where"],
  routes: ["statuses", "days"],
  lockers: [],
  geojson: ["equals"],
};

/** The fields that a popup names in braces. */
const listPopupFields = (template: string): string[] => [
  ...new Set([...template.matchAll(/\{([^{}]{1,120})\}/g)].map(([, name]) => name as string)),
];

export type LayerFault =
  | { code: "filter_not_read"; field: string }
  | { code: "field_not_listed"; field: string; key: string }
  | { code: "rule_without_value"; field: string }
  | { code: "zooms_reversed"; field: string };

/** Style and popup say no more than the allow-list. Null: nothing stands against it. */
export function findLayerFault(layer: {
  source: SourceName;
  filter: LayerFilter;
  fields: readonly string[];
  style: LayerStyle;
  popup: string;
  min_zoom: number;
  max_zoom: number;
}): LayerFault | null {
  const { source, filter, fields, style, popup, min_zoom, max_zoom } = layer;
  const unread = Object.entries(filter).find(
    ([name, value]) => value !== undefined && !FILTERS_OF[source].includes(name as keyof LayerFilter),
  );
  if (unread !== undefined) return { code: "filter_not_read", field: `filter/${unread[0]}` };
  const listed = new Set(fields);
  if (style.by && !listed.has(style.by.field))
    return { code: "field_not_listed", field: "style/by/field", key: style.by.field };
  const rule = style.by?.rules.findIndex(
    ({ value, from, to }) => value === undefined && from === undefined && to === undefined,
  );
  if (rule !== undefined && rule >= 0) return { code: "rule_without_value", field: `style/by/rules/${rule}` };
  const unlisted = listPopupFields(popup).find((key) => !listed.has(key));
  if (unlisted !== undefined) return { code: "field_not_listed", field: "popup", key: unlisted };
  if (min_zoom > max_zoom) return { code: "zooms_reversed", field: "min_zoom" };
  return null;
}

/** Whether a page of this origin may show the map. No origin: the reader is no page. */
export function isOriginAllowed(
  origin: string | undefined,
  { allowed_origins, own_origin }: { allowed_origins: readonly string[]; own_origin: string },
): boolean {
  if (origin === undefined || origin === own_origin) return true;
  return allowed_origins.includes("*") || allowed_origins.includes(origin);
}

/** The origin of the address of a page; undefined for what is none. */
export function readOrigin(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { origin } = new URL(address);
  return origin === "null" ? undefined : origin;
}

/** GeoJSON (RFC 7946) as a table: a column of positions and one for each property. Pure. */
import { checkDepth, decodeText } from "./decode-text.ts";
import { Budget, TABLE_LIMITS, TableFault, type TableLimits } from "./limits.ts";
import { type Table, toTable } from "./read-table.ts";

/** The column that has the position of each feature. */
export const GEOMETRY = "geometry";

interface Feature {
  geometry?: { type?: string; coordinates?: unknown } | null;
  properties?: Record<string, unknown> | null;
}

/**
 * Features without a point have an empty position; with `has_geometry` the column has every geometry as GeoJSON. Throws
 * `TableFault`.
 */
export function readGeoJson(
  bytes: Uint8Array,
  limits: TableLimits = TABLE_LIMITS,
  { has_geometry = false } = {},
): Table {
  const { text, encoding } = decodeText(bytes, "utf-8");
  checkDepth(text, limits.depth_max);
  let value: { type?: string; features?: Feature[] } & Feature;
  try {
    value = JSON.parse(text);
  } catch {
    throw new TableFault("not_json");
  }
  const features = value.type === "FeatureCollection" ? (value.features ?? []) : [value];
  const columns = new Map([[GEOMETRY, 0]]);
  const budget = new Budget(limits);
  for (const [index, { geometry, properties }] of features.entries()) {
    const cells: string[] = [];
    budget.put(cells, 0, has_geometry ? toText(geometry) : toPosition(geometry));
    for (const [key, part] of Object.entries(properties ?? {})) {
      if (key === GEOMETRY) continue;
      const column = columns.get(key) ?? columns.size;
      columns.set(key, column);
      budget.put(cells, column, toText(part));
    }
    budget.add(index + 1, cells);
  }
  return { ...toTable([{ line: 0, cells: [...columns.keys()] }, ...budget.rows]), sheet: null, encoding };
}

function toText(part: unknown): string {
  if (part === null || part === undefined) return "";
  return typeof part === "object" ? JSON.stringify(part) : String(part);
}

/** GeoJSON has the longitude first. */
function toPosition(geometry: Feature["geometry"]): string {
  if (geometry?.type !== "Point" || !Array.isArray(geometry.coordinates)) return "";
  const [lng, lat] = geometry.coordinates;
  return `${lat}, ${lng}`;
}

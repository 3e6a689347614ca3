/** Strict checks of text formats. Each gives what is wrong, or null. Pure. */
import { checkDepth, decodeText } from "#spreadsheet/decode-text.ts";
import { TABLE_LIMITS, TableFault } from "#spreadsheet/limits.ts";
import { readCsv } from "#spreadsheet/read-csv.ts";
import type { FileFault, TextFaultCode } from "./content-fault.ts";
import type { MediaType } from "./media-types.ts";

const CHECKS = { "text/csv": checkCsv, "application/geo+json": checkGeoJson, "application/zpl": checkZpl };

export type TextType = keyof typeof CHECKS & MediaType;

export function isTextType(type: string): type is TextType {
  return Object.hasOwn(CHECKS, type);
}

export function checkText(bytes: Uint8Array, type: TextType): FileFault | null {
  try {
    // Spreadsheets write tables in several encodings; the other formats are UTF-8.
    const { text } = decodeText(bytes, type === "text/csv" ? undefined : "utf-8");
    const fault = CHECKS[type](text);
    return typeof fault === "string" ? { code: fault, n: 0 } : fault;
  } catch (error) {
    if (error instanceof TableFault) return { code: error.code, n: error.n ?? 0 };
    throw error;
  }
}

/** Whether it is a table at all; which of its rows are good is for those who import them. */
function checkCsv(text: string): TextFaultCode | null {
  if (/^\s*[<{[]/.test(text) || text.startsWith("^XA")) return "no_table";
  readCsv(text);
  return null;
}

type Json = unknown;
type JsonObject = Record<string, Json>;

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** RFC 7946. */
function checkGeoJson(text: string): TextFaultCode | FileFault | null {
  checkDepth(text, TABLE_LIMITS.depth_max);
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    return { code: "not_json", n: 0 };
  }
  if (!isObject(value)) return "no_geojson";
  if (value["type"] === "FeatureCollection") {
    const { features } = value;
    if (!Array.isArray(features)) return "no_features";
    const wrong = features.findIndex((feature) => !isFeature(feature));
    return wrong === -1 ? null : { code: "no_feature_at", n: wrong };
  }
  if (value["type"] === "Feature") return isFeature(value) ? null : "no_feature";
  return isGeometry(value) ? null : "no_geojson";
}

function isFeature(value: Json): boolean {
  if (!isObject(value) || value["type"] !== "Feature") return false;
  const { geometry, properties } = value;
  return (geometry === null || isGeometry(geometry)) && (properties === null || isObject(properties));
}

const isPosition = (value: Json): boolean => {
  if (!Array.isArray(value) || value.length < 2 || !value.every(Number.isFinite)) return false;
  const [lng, lat] = value as number[];
  return Math.abs(lng as number) <= 180 && Math.abs(lat as number) <= 90;
};
const isList = (isItem: (item: Json) => boolean, least: number) => (value: Json) =>
  Array.isArray(value) && value.length >= least && value.every(isItem);
const isLine = isList(isPosition, 2);
const isRing = (value: Json) =>
  isList(isPosition, 4)(value) &&
  JSON.stringify((value as Json[])[0]) === JSON.stringify((value as Json[]).at(-1));
const isPolygon = isList(isRing, 1);

const COORDINATES: Record<string, (value: Json) => boolean> = {
  Point: isPosition,
  MultiPoint: isList(isPosition, 0),
  LineString: isLine,
  MultiLineString: isList(isLine, 0),
  Polygon: isPolygon,
  MultiPolygon: isList(isPolygon, 0),
};

const COLLECTION_DEPTH_MAX = 8;

function isGeometry(value: Json, depth = 0): boolean {
  if (!isObject(value) || depth > COLLECTION_DEPTH_MAX) return false;
  const { type, coordinates, geometries } = value;
  if (type === "GeometryCollection")
    return Array.isArray(geometries) && geometries.every((one) => isGeometry(one, depth + 1));
  return (
    typeof type === "string" && Object.hasOwn(COORDINATES, type) && COORDINATES[type]?.(coordinates) === true
  );
}

/** One or more labels from `^XA` to `^XZ`; between them nothing but commands of the printer (`~DG` and the like). */
function checkZpl(text: string): TextFaultCode | null {
  let at = 0;
  let labels = 0;
  while (at < text.length) {
    const start = text.indexOf("^XA", at);
    const between = text.slice(at, start === -1 ? text.length : start).trim();
    if (between !== "" && !between.startsWith("~")) return "text_outside_label";
    if (start === -1) break;
    const end = text.indexOf("^XZ", start);
    if (end === -1 || text.slice(start + 3, end).includes("^XA")) return "open_label";
    labels += 1;
    at = end + 3;
  }
  return labels === 0 ? "no_label" : null;
}

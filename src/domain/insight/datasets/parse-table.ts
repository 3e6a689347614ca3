/** A file as a table of text: CSV with any usual delimiter, the first sheet of a workbook, or points of GeoJSON. */
import { CsvError, parse } from "csv-parse/sync";
import { XLSX } from "#platform/files/media-types.ts";
import { unescapeFormula } from "#spreadsheet/csv.ts";
import { NotAWorkbook, readXlsx } from "#spreadsheet/read-xlsx.ts";
import type { FileTable } from "./table.ts";

interface Sent {
  bytes: Uint8Array;
  type: string;
  rows_max: number;
}

type Parsed = { table: FileTable } | { fault: string };

/** The column of GeoJSON that has the position of each feature. */
export const GEOMETRY = "geometry";
const COLUMNS_MAX = 500;

export async function parseTable({ bytes, type, rows_max }: Sent): Promise<Parsed> {
  const lines = await readLines(bytes, type);
  if (typeof lines === "string") return { fault: lines };
  const [head = [], ...rest] = lines;
  const rows = rest.filter((cells) => cells.some((cell) => cell.trim() !== ""));
  if (rows.length === 0) return { fault: "has no rows after its header" };
  if (rows.length > rows_max)
    return { fault: `has ${rows.length} rows; at most ${rows_max} are imported at once` };
  if (head.length > COLUMNS_MAX) return { fault: `has more than ${COLUMNS_MAX} columns` };
  const header = head.map((name) => name.trim());
  const clean = (cell: string | undefined) =>
    unescapeFormula((cell ?? "").trim())
      .replaceAll("\0", "")
      .toWellFormed();
  return { table: { header, rows: rows.map((cells) => header.map((_, index) => clean(cells[index]))) } };
}

async function readLines(bytes: Uint8Array, type: string): Promise<string[][] | string> {
  if (type === XLSX) {
    try {
      return await readXlsx(Uint8Array.from(bytes));
    } catch (error) {
      if (error instanceof NotAWorkbook || error instanceof RangeError || error instanceof TypeError)
        return "is no workbook that can be read";
      throw error;
    }
  }
  const text = new TextDecoder().decode(bytes);
  return type === "text/csv" ? readCsv(text) : readFeatures(text);
}

const DELIMITERS = [",", ";", "\t", "|"] as const;

function readCsv(text: string): string[][] | string {
  const first = text.slice(0, text.search(/[\r\n]|$/)).replaceAll(/"[^"]*"/g, "");
  const count = (mark: string) => first.split(mark).length;
  try {
    return parse(text, {
      bom: true,
      delimiter: DELIMITERS.reduce<string>((best, mark) => (count(mark) > count(best) ? mark : best), ","),
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      skip_records_with_empty_values: true,
    });
  } catch (error) {
    if (error instanceof CsvError) return `is not valid CSV: ${error.message}`;
    throw error;
  }
}

interface Feature {
  geometry?: { type?: string; coordinates?: unknown } | null;
  properties?: Record<string, unknown> | null;
}

/** Features without a point have an empty position. */
function readFeatures(text: string): string[][] | string {
  const value = JSON.parse(text) as { type: string; features?: Feature[] } & Feature;
  const features = value.type === "FeatureCollection" ? (value.features ?? []) : [value];
  const keys = [...new Set(features.flatMap(({ properties }) => Object.keys(properties ?? {})))].filter(
    (key) => key !== GEOMETRY,
  );
  const toText = (part: unknown) =>
    part === null || part === undefined ? "" : typeof part === "object" ? JSON.stringify(part) : String(part);
  return [
    [GEOMETRY, ...keys],
    ...features.map(({ geometry, properties }) => [
      toPosition(geometry),
      ...keys.map((key) => toText(properties?.[key])),
    ]),
  ];
}

/** GeoJSON has the longitude first. */
function toPosition(geometry: Feature["geometry"]): string {
  if (geometry?.type !== "Point" || !Array.isArray(geometry.coordinates)) return "";
  const [lng, lat] = geometry.coordinates;
  return `${lat}, ${lng}`;
}

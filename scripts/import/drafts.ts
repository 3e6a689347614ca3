/**
 * Parses orders from a file: CSV with a header, a JSON list of orders, or a day of the Loggi benchmark. Pure.
 */
import { parse } from "csv-parse/sync";

export interface Draft {
  ref?: string;
  scheduled_date?: string;
  units?: number;
  parcels?: { weight_g: number }[];
  delivery_instruction?: string;
  dropoff: Record<string, unknown>;
}

const PLACE = ["name", "phone", "email", "line1", "line2", "city", "region", "postal_code", "country"];
/** Columns of a CSV file. Only `line1` is needed; an address without `lat` and `lng` is geocoded. */
export const COLUMNS = [
  ...PLACE,
  ...["lat", "lng", "ref", "units", "weight_g", "window_start", "window_end", "instruction"],
];

/** Throws an error with a message when the file is invalid. */
export function parseDrafts(name: string, text: string): Draft[] {
  return name.toLowerCase().endsWith(".csv") ? parseTable(text) : parseJson(text);
}

function parseJson(text: string): Draft[] {
  const document = JSON.parse(text);
  if (Array.isArray(document)) return document;
  if (!Array.isArray(document?.deliveries))
    throw new Error("The JSON file is neither a list of orders nor has it `deliveries`.");
  return document.deliveries.map((delivery: { id: string; lat: number; lng: number; size: number }) => ({
    ref: delivery.id,
    units: delivery.size,
    dropoff: { line1: `Stop ${delivery.id.slice(0, 8)}`, lat: delivery.lat, lng: delivery.lng },
  }));
}

type Row = Record<string, string>;

function parseTable(text: string): Draft[] {
  const rows = parse(text, { columns: true, skip_empty_lines: true, trim: true, bom: true }) as Row[];
  // A misspelt column would be missing from every order.
  const unknown = Object.keys(rows[0] ?? {}).filter((column) => !COLUMNS.includes(column));
  if (unknown.length > 0)
    throw new Error(`The column ${unknown.join(", ")} is not known. Columns: ${COLUMNS.join(", ")}.`);
  return rows.map((row, index) => parseRow(row, `Row ${index + 1}`));
}

function parseRow(row: Row, where: string): Draft {
  if (!row["line1"]) throw new Error(`${where} has no line1. Columns: ${COLUMNS.join(", ")}.`);
  const number = (column: string) => {
    if (!row[column]) return undefined;
    const value = Number(row[column]);
    if (Number.isNaN(value)) throw new Error(`${where}: ${column} is no number: ${row[column]}.`);
    return value;
  };
  const [lat, lng, units, weight_g] = ["lat", "lng", "units", "weight_g"].map(number);
  const { window_start: start, window_end: end } = row;
  if (!start !== !end) throw new Error(`${where}: window_start and window_end go together.`);
  return {
    ...(row["ref"] ? { ref: row["ref"] } : {}),
    ...(units === undefined ? {} : { units }),
    ...(weight_g === undefined ? {} : { parcels: [{ weight_g }] }),
    ...(row["instruction"] ? { delivery_instruction: row["instruction"] } : {}),
    dropoff: {
      ...Object.fromEntries(PLACE.flatMap((column) => (row[column] ? [[column, row[column]]] : []))),
      ...(lat === undefined ? {} : { lat }),
      ...(lng === undefined ? {} : { lng }),
      ...(start ? { window: { start, end } } : {}),
    },
  };
}

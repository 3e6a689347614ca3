/**
 * Parses orders from a CSV or JSON file into the input that the service accepts. The service reports missing
 * members.
 */
import type { OrderDraft, Place } from "../../../../api/orders.ts";

export interface ReadFile {
  drafts: OrderDraft[];
  /** Unknown columns. */
  ignored: string[];
  problems: string[];
}

/** Parses CSV (RFC 4180) delimited by comma, semicolon or tab; returns the rows or the error. */
async function parseCsv(text: string): Promise<string[][] | string> {
  // Loaded only when a file is chosen.
  const { CsvError, parse } = await import("csv-parse/browser/esm/sync");
  const first = text.slice(0, text.search(/[\r\n]|$/)).replaceAll(/"[^"]*"/g, "");
  const count = (mark: string) => first.split(mark).length;
  try {
    return parse(text, {
      bom: true,
      delimiter: [",", ";", "\t"].reduce((best, mark) => (count(mark) > count(best) ? mark : best)),
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      skip_records_with_empty_values: true,
      trim: true,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === "CSV_QUOTE_NOT_CLOSED") return "The file has a quoted field that is never closed.";
    if (error.code === "CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE")
      return `Line ${error["lines"]}: text follows a closing quote.`;
    throw error;
  }
}

const PLACE_COLUMNS = [
  "name",
  "phone",
  "email",
  "line1",
  "line2",
  "city",
  "region",
  "postal_code",
  "country",
  "instructions",
] as const;
const ALIASES: Record<string, string> = {
  reference: "ref",
  address: "line1",
  street: "line1",
  zip: "postal_code",
  postcode: "postal_code",
  date: "scheduled_date",
  latitude: "lat",
  lon: "lng",
  longitude: "lng",
  instruction: "delivery_instruction",
};

async function parseCsvDrafts(text: string): Promise<ReadFile> {
  const read = await parseCsv(text);
  if (typeof read === "string") return { drafts: [], ignored: [], problems: [read] };
  const [head = [], ...lines] = read;
  const names = head.map((name) => {
    const word = name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, "_");
    return ALIASES[word] ?? word;
  });
  const problems: string[] = [];
  const used = new Set<string>();
  const drafts = lines.map((cells, index) => {
    const value = (name: string) => {
      const at = names.indexOf(name);
      if (at === -1) return undefined;
      used.add(name);
      return cells[at]?.trim() || undefined;
    };
    const number = (name: string) => {
      const text_value = value(name);
      if (text_value === undefined) return undefined;
      const parsed = Number(text_value.replace(",", "."));
      if (Number.isFinite(parsed)) return parsed;
      problems.push(`Line ${index + 2}: ${name} "${text_value}" is not a number.`);
      return undefined;
    };
    const place: Place = { line1: "" };
    for (const name of PLACE_COLUMNS) {
      const cell = value(name);
      if (cell !== undefined) place[name] = cell;
    }
    const [lat, lng] = [number("lat"), number("lng")];
    if (lat !== undefined) place.lat = lat;
    if (lng !== undefined) place.lng = lng;
    const [start, end] = [value("window_start"), value("window_end")];
    if (start && end) place.window = { start, end };
    const type = (value("type")?.toUpperCase() ?? "D") as "D" | "P" | "P2P";
    const weight_g =
      number("weight_g") ??
      (names.includes("weight_kg") ? Math.round((number("weight_kg") ?? 0) * 1000) : undefined);
    const draft: OrderDraft = { type, ...(type === "P" ? { pickup: place } : { dropoff: place }) };
    for (const name of ["ref", "scheduled_date", "delivery_instruction", "note"] as const) {
      const cell = value(name);
      if (cell !== undefined) draft[name] = cell;
    }
    const units = number("units");
    if (units !== undefined) draft.units = units;
    if (weight_g !== undefined) draft.parcels = [{ weight_g }];
    return draft;
  });
  const ignored = head.filter((_, at) => !used.has(names[at] as string));
  return { drafts, ignored, problems };
}

function parseJsonDrafts(text: string): ReadFile {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return { drafts: [], ignored: [], problems: [`This is not JSON: ${(error as Error).message}`] };
  }
  const list = Array.isArray(parsed) ? parsed : (parsed as { orders?: unknown } | null)?.orders;
  if (!Array.isArray(list))
    return {
      drafts: [],
      ignored: [],
      problems: ["The file must hold a list of orders, or an object with `orders`."],
    };
  return { drafts: list as OrderDraft[], ignored: [], problems: [] };
}

export async function readOrders(file: File): Promise<ReadFile> {
  const text = await file.text();
  const is_json = /\.json$/i.test(file.name) || /^\s*[[{]/.test(text);
  const read = is_json ? parseJsonDrafts(text) : await parseCsvDrafts(text);
  if (read.drafts.length === 0 && read.problems.length === 0) read.problems.push("The file holds no orders.");
  return read;
}

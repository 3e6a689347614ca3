/** Orders of a CSV or JSON file, in the shape the service takes. What a line lacks, the service says. */
import type { OrderDraft, Place } from "../../api/orders.ts";

export interface ReadFile {
  drafts: OrderDraft[];
  /** Columns that were not understood. */
  ignored: string[];
  problems: string[];
}

/** RFC 4180, with comma, semicolon or tab; quotes may hold line breaks. */
export function parseCsv(text: string): string[][] {
  const first = text.slice(0, text.indexOf("\n") === -1 ? text.length : text.indexOf("\n"));
  const separator = [";", "\t", ","].reduce(
    (best, one) => (first.split(one).length > first.split(best).length ? one : best),
    ",",
  );
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  const endRow = () => {
    row.push(cell);
    cell = "";
    if (row.some((part) => part.trim() !== "")) rows.push(row);
    row = [];
  };
  const clean = text.replace(/^\uFEFF/, "");
  for (let at = 0; at < clean.length; at += 1) {
    const character = clean[at] as string;
    if (quoted) {
      if (character === '"' && clean[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else if (character === '"') quoted = false;
      else cell += character;
    } else if (character === '"' && cell === "") quoted = true;
    else if (character === separator) {
      row.push(cell);
      cell = "";
    } else if (character === "\n") endRow();
    else if (character !== "\r") cell += character;
  }
  endRow();
  return rows;
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

export function draftsOfCsv(text: string): ReadFile {
  const [head = [], ...lines] = parseCsv(text);
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
      const said = value(name);
      if (said !== undefined) place[name] = said;
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
      const said = value(name);
      if (said !== undefined) draft[name] = said;
    }
    const units = number("units");
    if (units !== undefined) draft.units = units;
    if (weight_g !== undefined) draft.parcels = [{ weight_g }];
    return draft;
  });
  const ignored = head.filter((_, at) => !used.has(names[at] as string));
  return { drafts, ignored, problems };
}

export function draftsOfJson(text: string): ReadFile {
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
  const read = /\.json$/i.test(file.name) || /^\s*[[{]/.test(text) ? draftsOfJson(text) : draftsOfCsv(text);
  if (read.drafts.length === 0 && read.problems.length === 0) read.problems.push("The file holds no orders.");
  return read;
}

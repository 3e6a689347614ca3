/** Values of cells: what fits a column, how a value is read from text and shown as text, how it is sorted. Pure. */
import type { Message } from "#operation/response/messages.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { type DateOrder, type Doubt, findDigitsDoubt, readDate, readNumber } from "#spreadsheet/read-cell.ts";
import type { Column } from "./columns.ts";
import { messages } from "./messages.ts";

export interface GeoValue {
  lat: number;
  lng: number;
}

export interface AddressValue {
  line1: string;
  line2?: string;
  city?: string;
  region?: string;
  postal_code?: string;
  country?: string;
  /** All of it in one line; computed. */
  text: string;
}

export type CellValue = string | number | boolean | GeoValue | AddressValue;
export type Values = Record<string, CellValue>;

/** `doubt`: of a text that may mean another value. */
export type Fitted = { value: CellValue | null; doubt?: Doubt } | { fault: Message };

/** How the sender of a text writes numbers and dates. */
export interface TextForm {
  /** ISO 3166-1 alpha-2 of the business; empty when it is not known. */
  country: string;
  /** What the dates of the column show about their order. */
  date_order?: DateOrder | null;
  /** The order is what a person has chosen. */
  is_chosen?: boolean;
}

export const TEXT_MAX = 4000;
/** The longest text of a unique column. */
const UNIQUE_TEXT_MAX = 500;
/** What a record holds altogether, in characters of its JSON. */
export const RECORD_MAX = 65_536;
const ADDRESS_PART_MAX = 255;
const ADDRESS_MEMBERS = ["line1", "line2", "city", "region", "postal_code", "country"] as const;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();

function findTextFault(text: string, most: number): Message | null {
  if (text.length > most) return messages.cell.characters_max.with({ most });
  if (!isStorable(text)) return messages.cell.unstorable;
  return null;
}

/** A value as a program sends it. Empty text and null are an empty cell. */
export function fitValue(column: Column, value: unknown): Fitted {
  if (value === null || value === undefined || (typeof value === "string" && value.trim() === ""))
    return { value: null };
  switch (column.type) {
    case "text":
      return typeof value === "string" ? fitText(column, value) : { fault: messages.cell.text };
    case "number":
      if (typeof value !== "number" || !Number.isFinite(value)) return { fault: messages.cell.number };
      // What was sent as 9007199254740993 has been read as another number.
      if (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21)
        return { fault: messages.cell.digits };
      return { value: value === 0 ? 0 : value };
    case "bool":
      return typeof value === "boolean" ? { value } : { fault: messages.cell.boolean };
    case "date":
      return typeof value === "string" && isDate(value) ? { value } : { fault: messages.cell.date };
    case "select":
      return typeof value === "string" && column.options.includes(value)
        ? { value }
        : { fault: fields.one_of.with({ words: column.options.join(", ").slice(0, 300) }) };
    case "ref":
      return Number.isSafeInteger(value) && (value as number) > 0
        ? { value: value as number }
        : { fault: messages.cell.record_id };
    case "geo":
      return fitGeo(value);
    case "address":
      return fitAddress(value);
  }
}

function fitText(column: Column, text: string): Fitted {
  const trimmed = text.trim();
  const fault = findTextFault(trimmed, column.unique ? UNIQUE_TEXT_MAX : TEXT_MAX);
  return fault === null ? { value: trimmed } : { fault };
}

function isDate(text: string): boolean {
  if (!/^(?:19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}

function fitGeo(value: unknown): Fitted {
  const fault = { fault: messages.cell.position };
  if (!isObject(value)) return fault;
  const { lat, lng } = value;
  const within = (part: unknown, most: number) =>
    typeof part === "number" && Number.isFinite(part) && Math.abs(part) <= most;
  return within(lat, 90) && within(lng, 180) ? { value: { lat: lat as number, lng: lng as number } } : fault;
}

function fitAddress(value: unknown): Fitted {
  if (typeof value === "string") return fitAddress({ line1: value });
  if (!isObject(value)) return { fault: messages.cell.address };
  const address: Partial<Record<(typeof ADDRESS_MEMBERS)[number], string>> = {};
  for (const [member, part] of Object.entries(value)) {
    if (member === "text" || part === null || part === "") continue;
    if (!(ADDRESS_MEMBERS as readonly string[]).includes(member))
      return {
        fault: messages.cell.no_member.with({
          member: member.slice(0, 40),
          members: ADDRESS_MEMBERS.join(", "),
        }),
      };
    if (typeof part !== "string") return { fault: messages.cell.member_text.with({ member }) };
    if (part.length > ADDRESS_PART_MAX)
      return { fault: messages.cell.member_characters_max.with({ member, most: ADDRESS_PART_MAX }) };
    if (!isStorable(part)) return { fault: messages.cell.member_unstorable.with({ member }) };
    address[member as (typeof ADDRESS_MEMBERS)[number]] = part.trim();
  }
  const { line1 = "", country } = address;
  if (line1 === "") return { fault: messages.cell.line1 };
  if (country !== undefined && !/^[A-Za-z]{2}$/.test(country)) return { fault: messages.cell.country };
  const stored_address = {
    ...address,
    line1,
    ...(country === undefined ? {} : { country: country.toUpperCase() }),
  };
  return { value: { ...stored_address, text: formatAddress(stored_address) } };
}

function formatAddress(address: Omit<AddressValue, "text">): string {
  const town = [address.postal_code, address.city].filter(Boolean).join(" ");
  return [address.line1, address.line2, town, address.region, address.country].filter(Boolean).join(", ");
}

const TRUE = new Set(["true", "yes", "y", "1", "x", "sim", "ja", "oui", "sí", "si", "✓"]);
const FALSE = new Set(["false", "no", "n", "0", "não", "nao", "nein", "non"]);

/** A value as it stands in a cell of a file, or was pasted. */
export function readText(column: Column, text: string, form: TextForm): Fitted {
  const trimmed = text.trim();
  if (trimmed === "") return { value: null };
  switch (column.type) {
    case "number":
      return readNumberText(trimmed, form);
    case "bool": {
      const word = trimmed.toLowerCase();
      if (TRUE.has(word)) return { value: true };
      return FALSE.has(word) ? { value: false } : { fault: messages.cell.boolean };
    }
    case "date":
      return readDateText(column, trimmed, form);
    case "select": {
      const folded = trimmed.toLowerCase();
      return fitValue(column, column.options.find((option) => option.toLowerCase() === folded) ?? trimmed);
    }
    case "ref":
      return /^\d{1,15}$/.test(trimmed)
        ? fitValue(column, Number(trimmed))
        : { fault: messages.cell.record_id };
    case "geo": {
      const [lat, lng, ...more] = trimmed.split(/[\s,;]+/).map(Number);
      return more.length > 0 ? fitGeo(null) : fitGeo({ lat, lng });
    }
    default: {
      const fitted = fitValue(column, trimmed);
      // Many texts are digits that name something: a code, a telephone number.
      const doubt = findDigitsDoubt(trimmed);
      return "fault" in fitted || doubt === null ? fitted : { ...fitted, doubt };
    }
  }
}

/** As the country writes it, or as programs do: -2e3. */
function readNumberText(text: string, { country }: TextForm): Fitted {
  if (/^[-+]?\d+(?:\.\d+)?e[-+]?\d{1,3}$/i.test(text)) {
    const parsed = Number(text);
    return Number.isFinite(parsed) ? { value: parsed === 0 ? 0 : parsed } : { fault: messages.cell.number };
  }
  const reading = readNumber(text, { country });
  if ("value" in reading) return { value: reading.value };
  return { fault: /^[-+]?\d{16,}$/.test(text) ? messages.cell.digits : messages.cell.number };
}

/** Records are also about days that have passed. */
const NO_DAY = "";

function readDateText(
  column: Column,
  text: string,
  { country, date_order = null, is_chosen }: TextForm,
): Fitted {
  const reading = readDate(text, { country, today: NO_DAY }, date_order, is_chosen);
  if ("fault" in reading) return fitValue(column, text);
  const fitted = fitValue(column, reading.value);
  return "fault" in fitted || reading.doubt === null ? fitted : { ...fitted, doubt: reading.doubt };
}

/** A value as people read it, and as it stands in a file; `readText` reads it again. */
export function formatValue(value: CellValue | undefined): string {
  if (value === undefined) return "";
  if (typeof value !== "object") return String(value);
  return "text" in value ? value.text : `${value.lat}, ${value.lng}`;
}

/** A value of another type in this column; a fault where it does not fit. */
export function convertValue(column: Column, value: CellValue): Fitted {
  const fitted = fitValue(column, value);
  return "fault" in fitted ? readText(column, formatValue(value), { country: "" }) : fitted;
}

/** Lower case without accents, private-use and control characters; white space as one blank. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu, "")
    .normalize("NFC")
    .replaceAll(/[\ue000-\uf8ff\p{Cc}\s]+/gu, " ")
    .trim();
}

const SEARCHED_MAX = 500;
const SEARCH_MAX = 8000;

/** The character before the text of a column. */
export const markColumn = (n: number): string => String.fromCharCode(0xe000 + n);
const END = "\ue000";

/** What text search reads: each cell after the mark of its column. */
export function buildSearchText(columns: readonly Column[], values: Values): string {
  let text = "";
  for (const { n, type } of columns) {
    const value = values[`c${n}`];
    if (value === undefined || type === "geo" || type === "bool" || type === "ref") continue;
    text += markColumn(n) + foldText(formatValue(value).slice(0, SEARCHED_MAX));
    if (text.length > SEARCH_MAX) break;
  }
  return text.slice(0, SEARCH_MAX).toWellFormed() + END;
}

const SLOT_TEXT_MAX = 200;

/** Text whose bytes sort like the values of a column. */
export function buildSlot(value: CellValue | undefined): string | null {
  if (value === undefined || typeof value === "object") return null;
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "number") return encodeNumber(value);
  return foldText(value).slice(0, SLOT_TEXT_MAX).toWellFormed();
}

/** The bits of a double, changed so that they sort like the numbers: all of a negative, the sign of others. */
function encodeNumber(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const sorted = bits >> 63n === 1n ? ~bits & 0xffffffffffffffffn : bits | (1n << 63n);
  return sorted.toString(16).padStart(16, "0");
}

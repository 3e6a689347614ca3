/**
 * Parses orders from a file: a table (CSV in any usual encoding, or a workbook) with headings, a JSON list of orders, or a
 * day of the Loggi benchmark. Pure.
 */
import { decodeText } from "#spreadsheet/decode-text.ts";
import { TableFault } from "#spreadsheet/limits.ts";
import {
  type Doubt,
  findDigitsDoubt,
  findTextDoubt,
  readDegrees,
  readNumber,
  readPostalCode,
  unwrap,
} from "#spreadsheet/read-cell.ts";
import { readTable } from "#spreadsheet/read-table.ts";

interface Draft {
  ref?: string;
  scheduled_date?: string;
  units?: number;
  parcels?: { weight_g: number }[];
  delivery_instruction?: string;
  dropoff: Record<string, unknown>;
}

const PLACE = ["name", "phone", "email", "line1", "line2", "city", "region", "postal_code", "country"];
/** Columns of a table. Only `line1` is needed; an address without `lat` and `lng` is geocoded. */
export const COLUMNS = [
  ...PLACE,
  ...["lat", "lng", "ref", "units", "weight_g", "window_start", "window_end", "instruction"],
];

/** An order, and the row of the file that it comes from: its line in a table, its place in a list. */
export interface DraftOfRow {
  row: number;
  draft: Draft;
}

/** Throws an error with a message when the file is invalid, or when a cell may mean something else than it says. */
export function parseDrafts(name: string, bytes: Uint8Array): DraftOfRow[] {
  return name.toLowerCase().endsWith(".json") ? parseJson(bytes) : parseTable(bytes);
}

function parseJson(bytes: Uint8Array): DraftOfRow[] {
  const document = JSON.parse(decodeText(bytes).text);
  const drafts: Draft[] | undefined = Array.isArray(document)
    ? document
    : document?.deliveries?.map((delivery: { id: string; lat: number; lng: number; size: number }) => ({
        ref: delivery.id,
        units: delivery.size,
        dropoff: { line1: `Stop ${delivery.id.slice(0, 8)}`, lat: delivery.lat, lng: delivery.lng },
      }));
  if (drafts === undefined)
    throw new Error("The JSON file is neither a list of orders nor has it `deliveries`.");
  return drafts.map((draft, index) => ({ row: index + 1, draft }));
}

function parseTable(bytes: Uint8Array): DraftOfRow[] {
  const { headings, rows } = readRows(bytes);
  // A misspelt column would be missing from every order.
  const unknown = headings.filter((column) => !COLUMNS.includes(column));
  if (unknown.length > 0)
    throw new Error(
      `The column ${unknown.map((column) => column || "without a heading").join(", ")} is not known. Columns: ${COLUMNS.join(", ")}.`,
    );
  return rows.map(({ line, cells }) => {
    const row = Object.fromEntries(headings.map((column, index) => [column, cells[index]?.trim() ?? ""]));
    return { row: line, draft: parseRow(row, `Row ${line}`) };
  });
}

function readRows(bytes: Uint8Array) {
  try {
    return readTable(bytes);
  } catch (fault) {
    if (!(fault instanceof TableFault)) throw fault;
    throw new Error(`It cannot be read as a table: ${fault.code.replaceAll("_", " ")}.`);
  }
}

/** Nobody can be asked about a doubt here: the file says it clearly, or the row is refused. */
function refuseDoubt(doubt: Doubt | null, cell: string, where: string): void {
  if (doubt === null) return;
  const choices = doubt.choices.filter((choice) => choice !== "");
  const advice = choices.length === 0 ? "" : ` Write ${choices.join(" or ")} if that is meant.`;
  throw new Error(`${where}: ${cell} is in doubt (${doubt.kind.replaceAll("_", " ")}).${advice}`);
}

/** Columns whose digits are a name: a spreadsheet that takes them for a number changes them. */
const DIGITS = ["phone", "ref"];

function parseRow(row: Record<string, string>, where: string): Draft {
  const country = (row["country"] ?? "").toUpperCase();
  const text = (column: string): string | undefined => {
    const cell = row[column] ?? "";
    if (cell === "") return undefined;
    const at = `${where}, ${column}`;
    if (column === "postal_code") {
      const code = readPostalCode(cell, country);
      if ("value" in code) {
        refuseDoubt(code.doubt, cell, at);
        return code.value;
      }
    }
    refuseDoubt(DIGITS.includes(column) ? findDigitsDoubt(cell) : findTextDoubt(cell), cell, at);
    return unwrap(cell);
  };
  const number = (column: string, read: (cell: string) => ReturnType<typeof readDegrees>) => {
    const cell = row[column] ?? "";
    if (cell === "") return undefined;
    const number = read(cell);
    if ("fault" in number) throw new Error(`${where}: ${column} is no number: ${cell}.`);
    return number.value;
  };
  const count = (column: string) => {
    const value = number(column, (cell) => readNumber(cell, { country }));
    if (value !== undefined && !(Number.isInteger(value) && value >= 0))
      throw new Error(`${where}: ${column} is no whole number: ${row[column]}.`);
    return value;
  };
  if (!row["line1"]) throw new Error(`${where} has no line1. Columns: ${COLUMNS.join(", ")}.`);
  const [ref, instruction, start, end] = ["ref", "instruction", "window_start", "window_end"].map(text);
  const [lat, lng] = ["lat", "lng"].map((column) => number(column, readDegrees));
  const [units, weight_g] = ["units", "weight_g"].map(count);
  if ((start === undefined) !== (end === undefined))
    throw new Error(`${where}: window_start and window_end go together.`);
  return {
    ...(ref === undefined ? {} : { ref }),
    ...(units === undefined ? {} : { units }),
    ...(weight_g === undefined ? {} : { parcels: [{ weight_g }] }),
    ...(instruction === undefined ? {} : { delivery_instruction: instruction }),
    dropoff: {
      ...Object.fromEntries(
        PLACE.map((column) => [column, text(column)] as const).filter(([, cell]) => cell !== undefined),
      ),
      ...(lat === undefined ? {} : { lat }),
      ...(lng === undefined ? {} : { lng }),
      ...(start === undefined ? {} : { window: { start, end } }),
    },
  };
}

/** Reads a file of orders as a table: CSV, a workbook, or a JSON list. */
import { NotAWorkbook, readXlsx } from "../../../../../packages/spreadsheet/read-xlsx.ts";

export interface FileTable {
  heads: string[];
  /** As many cells as heads. */
  rows: string[][];
}

/** Why a file has no rows; the page has the words. */
export type FileProblem =
  | "no_rows"
  | "not_csv"
  | "open_quote"
  | "not_json"
  | "not_a_list"
  | "not_a_workbook"
  | "too_many_rows"
  | "too_large";

/** More are not shown in a browser, nor created by hand. */
const ROWS_MAX = 10_000;
const BYTES_MAX = 50 * 1024 * 1024;

/** CSV (RFC 4180) delimited by comma, semicolon or tab. */
async function readCsv(text: string): Promise<string[][] | FileProblem> {
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
    return error.code === "CSV_QUOTE_NOT_CLOSED" ? "open_quote" : "not_csv";
  }
}

/** Members of nested objects and lists are columns: `dropoff.line1`, `parcels.0.weight_g`. */
function flatten(value: unknown, path: string, into: Map<string, string>): void {
  if (value === null || value === undefined) return;
  if (typeof value !== "object") into.set(path, String(value));
  else
    for (const [key, part] of Object.entries(value))
      flatten(part, path === "" ? key : `${path}.${key}`, into);
}

function readJson(text: string): string[][] | FileProblem {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return "not_json";
  }
  const list = Array.isArray(parsed) ? parsed : (parsed as { orders?: unknown } | null)?.orders;
  if (!Array.isArray(list)) return "not_a_list";
  const rows = list.map((item) => {
    const cells = new Map<string, string>();
    flatten(item, "", cells);
    return cells;
  });
  const heads = [...new Set(rows.flatMap((cells) => [...cells.keys()]))];
  return [heads, ...rows.map((cells) => heads.map((head) => cells.get(head) ?? ""))];
}

/** The console writes an apostrophe before what a spreadsheet would run as a formula. */
const toCell = (cell: string | undefined) => (cell ?? "").trim().replace(/^'(?=[=+\-@])/, "");

/** A table from lines of cells, the first of which has the heads; cells beyond the heads get a column of their own. */
export function toTable(lines: readonly (readonly string[])[]): FileTable | FileProblem {
  const [head = [], ...rest] = lines;
  const rows = rest.filter((cells) => cells.some((cell) => cell.trim() !== ""));
  if (rows.length === 0) return "no_rows";
  if (rows.length > ROWS_MAX) return "too_many_rows";
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), head.length);
  return {
    heads: Array.from({ length: width }, (_, index) => head[index]?.trim() ?? ""),
    rows: rows.map((cells) => Array.from({ length: width }, (_, index) => toCell(cells[index]))),
  };
}

export async function readTable(file: File): Promise<FileTable | FileProblem> {
  if (file.size > BYTES_MAX) return "too_large";
  const bytes = new Uint8Array(await file.arrayBuffer());
  // A ZIP archive begins with PK.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    try {
      return toTable(await readXlsx(bytes));
    } catch (error) {
      if (error instanceof NotAWorkbook || error instanceof RangeError || error instanceof TypeError)
        return "not_a_workbook";
      throw error;
    }
  }
  const text = decode(bytes);
  const lines = /\.json$/i.test(file.name) || /^\s*[[{]/.test(text) ? readJson(text) : await readCsv(text);
  return typeof lines === "string" ? lines : toTable(lines);
}

/** UTF-8, or what older spreadsheets write. */
function decode(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

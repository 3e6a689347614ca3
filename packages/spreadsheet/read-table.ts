/** Reads a file of rows, whatever it is: CSV in any usual encoding, a workbook, or a list of JSON objects. Pure. */
import { checkDepth, decodeText, type Encoding } from "./decode-text.ts";
import { Budget, TABLE_LIMITS, TableFault, type TableLimits, type TableRow } from "./limits.ts";
import { readCsv } from "./read-csv.ts";
import { readXlsx } from "./read-xlsx.ts";

export interface Table {
  headings: string[];
  /** Of the headings, in the file. */
  line: number;
  rows: TableRow[];
  /** Of a workbook: the sheet that was read, and hidden ones before it that were not. */
  sheet: { name: string; hidden: string[] } | null;
  /** Of a text. */
  encoding: Encoding | null;
}

export interface TableOptions {
  limits?: TableLimits;
  /** Found out when absent. */
  encoding?: Encoding | undefined;
  /** The decimal mark of the reader's country, with which numbers of a workbook are shown. */
  decimal?: "." | ",";
}

/** Throws `TableFault`. */
export function readTable(
  bytes: Uint8Array,
  { limits = TABLE_LIMITS, encoding, decimal = "." }: TableOptions = {},
): Table {
  if (isArchive(bytes)) {
    const { rows, name, hidden } = readXlsx(bytes, { limits, decimal });
    return { ...toTable(rows), sheet: { name, hidden }, encoding: null };
  }
  const decoded = decodeText(bytes, encoding);
  const rows = /^\s*[[{]/.test(decoded.text)
    ? readJson(decoded.text, limits, decimal)
    : readCsv(decoded.text, limits);
  return { ...toTable(rows), sheet: null, encoding: decoded.encoding };
}

/** A ZIP archive, or a compound file, which the reader of workbooks names. */
export const isArchive = ([first, second]: Uint8Array): boolean =>
  (first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf);

/** The first row with content has the headings. Cells beyond them get a column without a heading. */
export function toTable([head, ...rows]: readonly TableRow[]): Pick<Table, "headings" | "line" | "rows"> {
  if (head === undefined || rows.length === 0) throw new TableFault("empty");
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), head.cells.length);
  return {
    headings: Array.from({ length: width }, (_, index) => head.cells[index]?.trim() ?? ""),
    line: head.line,
    rows,
  };
}

/** A list of objects, or an object that has one; members of nested objects and lists are columns: `dropoff.line1`. */
function readJson(text: string, limits: TableLimits, decimal: string): TableRow[] {
  checkDepth(text, limits.depth_max);
  let parsed: unknown;
  try {
    // Digits that a number would lose are kept.
    parsed = JSON.parse(text, (_, value, context?: { source?: string }) =>
      Number.isInteger(value) && !Number.isSafeInteger(value) ? (context?.source ?? value) : value,
    );
  } catch {
    throw new TableFault("not_json");
  }
  const list = [parsed, ...Object.values((parsed ?? {}) as object)].find((value) => Array.isArray(value));
  if (!Array.isArray(list)) throw new TableFault("not_a_list");
  const columns = new Map<string, number>();
  const budget = new Budget(limits);
  const flatten = (value: unknown, path: string, cells: string[]): void => {
    if (value === null || value === undefined) return;
    if (typeof value === "object") {
      for (const [key, part] of Object.entries(value))
        flatten(part, path === "" ? key : `${path}.${key}`, cells);
      return;
    }
    const column = columns.get(path) ?? columns.size;
    columns.set(path, column);
    const text = String(value);
    budget.put(cells, column, typeof value === "number" ? text.replace(".", decimal) : text);
  };
  for (const [index, item] of list.entries()) {
    const cells: string[] = [];
    flatten(item, "", cells);
    budget.add(index + 1, cells);
  }
  return [{ line: 0, cells: [...columns.keys()] }, ...budget.rows];
}

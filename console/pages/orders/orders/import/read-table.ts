/** Reads a file of orders as a table: CSV, a workbook, or a JSON list. */
import type { TableFaultCode } from "../../../../../packages/spreadsheet/limits.ts";

export interface FileTable {
  heads: string[];
  /** With the number of the row in the file, and as many cells as heads. */
  rows: { line: number; cells: string[] }[];
  /** Of a workbook: the sheet that was read, and hidden ones before it. */
  sheet: { name: string; hidden: string[] } | null;
}

/** Why a file has no rows; the page has the words. */
export type FileProblem = TableFaultCode | "too_large";

/** More are not shown in a browser, nor created by hand. */
const ROWS_MAX = 10_000;
const BYTES_MAX = 50 * 1024 * 1024;

/** The console writes an apostrophe before what a spreadsheet would run as a formula. */
const toCell = (cell: string | undefined) => (cell ?? "").trim().replace(/^'(?=[=+\-@])/, "");

/** `decimal`: the mark of the business's country, with which numbers of a workbook are shown. */
export async function readFile(file: File, decimal: "." | ","): Promise<FileTable | FileProblem> {
  if (file.size > BYTES_MAX) return "too_large";
  // Loaded only when a file is chosen.
  const [{ readTable }, { TABLE_LIMITS, TableFault }] = await Promise.all([
    import("../../../../../packages/spreadsheet/read-table.ts"),
    import("../../../../../packages/spreadsheet/limits.ts"),
  ]);
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const limits = { ...TABLE_LIMITS, rows_max: ROWS_MAX };
    const { headings, rows, sheet } = readTable(bytes, { limits, decimal });
    return {
      heads: headings,
      rows: rows.map(({ line, cells }) => ({
        line,
        cells: headings.map((_, index) => toCell(cells[index])),
      })),
      sheet,
    };
  } catch (error) {
    if (error instanceof TableFault) return error.code;
    throw error;
  }
}

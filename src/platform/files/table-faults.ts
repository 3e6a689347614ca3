/** What is wrong with a file of rows, to complete "The file ...". */
import type { TableFault, TableFaultCode } from "#spreadsheet/limits.ts";

const MIB = 1024 * 1024;

const TEXTS: Record<TableFaultCode, (n: number) => string> = {
  empty: () => "has no rows after its headings",
  not_text: () => "is no text in UTF-8, UTF-16 or Windows-1252; say its encoding, or save it as CSV UTF-8",
  not_csv: (n) => `is not valid CSV: line ${n} has text after a closing quote`,
  open_quote: () => "is not valid CSV: it has a quoted field that is never closed",
  not_json: () => "is not valid JSON",
  not_a_list: () => "has no list of objects",
  not_a_workbook: () => "is no workbook that can be read; save it as XLSX or CSV again",
  old_workbook: () => "is an old workbook or has a password; save it as XLSX without one",
  no_visible_sheet: () => "has no visible sheet of rows",
  too_many_rows: (n) => `has too many rows: at most ${n} are read at once; split it`,
  too_many_columns: (n) => `has more than ${n} columns`,
  too_many_cells: (n) => `has more than ${n} cells; split it`,
  too_long_cell: (n) => `has a cell with more than ${n} characters`,
  too_many_characters: (n) => `has more than ${n} characters in its cells; split it`,
  too_many_parts: (n) => `is an archive of more than ${n} parts`,
  too_large_unpacked: (n) => `has more than ${n / MIB} MiB when it is unpacked; split it`,
  too_deep: (n) => `has objects or lists inside each other to a depth of more than ${n}`,
};

export const describeTableFault = ({ code, n }: TableFault): string => TEXTS[code](n ?? 0);

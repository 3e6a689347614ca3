/** What a table may be when it is unpacked: a small file can hold a huge one. */

export interface TableLimits {
  /** Rows with content, the headings not counted. */
  rows_max: number;
  columns_max: number;
  cells_max: number;
  /** Characters of one cell. Excel's own limit is 32,767. */
  cell_characters_max: number;
  /** Characters of all cells together; a text that many cells share counts for each. */
  characters_max: number;
  /** Files of an archive. */
  entries_max: number;
  /** Unpacked bytes of all parts that are read. */
  unpacked_bytes_max: number;
  /** Objects and lists inside each other. */
  depth_max: number;
}

const MIB = 1024 * 1024;

export const TABLE_LIMITS: TableLimits = {
  rows_max: 250_000,
  columns_max: 500,
  cells_max: 5_000_000,
  cell_characters_max: 65_536,
  characters_max: 64 * MIB,
  entries_max: 4000,
  unpacked_bytes_max: 256 * MIB,
  depth_max: 32,
};

/** Why a file gives no table. `too_*`: it exceeds the limit of that name. */
export type TableFaultCode =
  | "empty"
  | "not_text"
  | "not_csv"
  | "open_quote"
  | "not_json"
  | "not_a_list"
  | "not_a_workbook"
  | "not_kml"
  | "old_workbook"
  | "no_visible_sheet"
  | "too_many_rows"
  | "too_many_columns"
  | "too_many_cells"
  | "too_long_cell"
  | "too_many_characters"
  | "too_many_parts"
  | "too_large_unpacked"
  | "too_deep";

export class TableFault extends Error {
  override name = "TableFault";
  readonly code: TableFaultCode;
  /** What there is of it, or the limit; of a CSV fault the line. */
  readonly n: number | null;

  constructor(code: TableFaultCode, n: number | null = null) {
    super(code);
    this.code = code;
    this.n = n;
  }
}

/** A row of the file with its number there, from 1. Empty cells at its end are left out. */
export interface TableRow {
  line: number;
  cells: string[];
}

/** Counts what is read, and refuses what exceeds the limits before it is kept. */
export class Budget {
  readonly limits: TableLimits;
  readonly rows: TableRow[] = [];
  #cells = 0;
  #characters = 0;
  #unpacked = 0;

  constructor(limits: TableLimits) {
    this.limits = limits;
  }

  unpack(bytes: number): void {
    this.#unpacked += bytes;
    const { unpacked_bytes_max } = this.limits;
    if (this.#unpacked > unpacked_bytes_max) throw new TableFault("too_large_unpacked", unpacked_bytes_max);
  }

  /** An empty cell takes no place. */
  put(cells: string[], column: number, text: string): void {
    if (text === "") return;
    const { columns_max, cells_max, cell_characters_max, characters_max } = this.limits;
    if (column >= columns_max) throw new TableFault("too_many_columns", columns_max);
    if (text.length > cell_characters_max) throw new TableFault("too_long_cell", cell_characters_max);
    this.#cells += 1;
    this.#characters += text.length;
    if (this.#cells > cells_max) throw new TableFault("too_many_cells", cells_max);
    if (this.#characters > characters_max) throw new TableFault("too_many_characters", characters_max);
    while (cells.length < column) cells.push("");
    cells[column] = text;
  }

  /** A row without content is left out, and counts in the numbers of others. */
  add(line: number, cells: string[]): void {
    if (cells.every((cell) => cell.trim() === "")) return;
    const { rows_max } = this.limits;
    if (this.rows.length > rows_max) throw new TableFault("too_many_rows", rows_max);
    this.rows.push({ line, cells });
  }
}

/** Rows of a file as records: which column of the file is which column of the dataset, and what becomes of each row. */
import type { Context } from "#operation/define/context.ts";
import type { Message } from "#operation/response/messages.ts";
import { unescapeFormula } from "#spreadsheet/csv.ts";
import type { Encoding } from "#spreadsheet/decode-text.ts";
import type { TableRow } from "#spreadsheet/limits.ts";
import { type Doubt, findColumnOrder } from "#spreadsheet/read-cell.ts";
import { GEOMETRY } from "#spreadsheet/read-geojson.ts";
import type { Column } from "./columns.ts";
import type { RecordDraft } from "./drafts.ts";
import { messages } from "./messages.ts";
import type { DatasetView } from "./records/dataset.ts";
import { type SaveResult, saveRecords } from "./save.ts";
import type { CellValue } from "./values.ts";

export const IMPORT_ROWS_MAX = 250_000;
/** Longer files are imported by a job. */
export const INLINE_ROWS = 500;
export const CHUNK_ROWS = 500;
/** How many rows a dry run tries. */
export const TRIED_ROWS = 1000;

/** How a file is read, as it is stored. */
export interface ImportOptions {
  /** Key of the column and the names of the file's columns, joined by a comma. */
  mapping: Record<string, string[]>;
  /** Columns of the file, for the file of what failed. */
  header: string[];
  /** The row of the file that has them; of imports that were stored before it was, the first. */
  header_line?: number;
  encoding?: Encoding;
  /** As its sender says; found out when absent. */
  date_order?: "day_first" | "month_first";
  /** With which numbers of a workbook are shown. */
  decimal?: "." | ",";
  key: string | null;
  group_id: number;
}

export class MappingFault extends Error {
  readonly field: string;
  readonly text: Message;

  constructor(field: string, text: Message) {
    super(text.en);
    this.field = field;
    this.text = text;
  }
}

const LAT = new Set(["lat", "latitude", "y"]);
const LNG = new Set(["lng", "lon", "long", "longitude", "x"]);

/** Throws `MappingFault`. Without a mapping, columns are found by their keys and names, and a geo column by lat and lng. */
export function readMapping(
  columns: readonly Column[],
  header: readonly string[],
  given_mapping: Readonly<Record<string, string | readonly string[]>> | undefined,
): Record<string, string[]> {
  if (given_mapping === undefined) return guessMapping(columns, header);
  const mapping = Object.fromEntries(
    Object.entries(given_mapping).map(([key, heads]) => {
      if (!columns.some((column) => column.key === key))
        throw new MappingFault(`mapping/${key.slice(0, 60)}`, messages.no_column);
      const names = [heads].flat() as string[];
      const missing = names.find((name) => !header.includes(name));
      if (missing !== undefined)
        throw new MappingFault(`mapping/${key}`, messages.not_in_file.with({ name: missing.slice(0, 80) }));
      return [key, names];
    }),
  );
  if (Object.keys(mapping).length === 0) throw new MappingFault("mapping", messages.names_no_column);
  return mapping;
}

function guessMapping(columns: readonly Column[], header: readonly string[]): Record<string, string[]> {
  const find = (words: ReadonlySet<string>) => header.find((name) => words.has(name.trim().toLowerCase()));
  const [lat, lng] = [find(LAT), find(LNG)];
  const entries = columns.flatMap((column): [string, string[]][] => {
    const words = new Set([column.key, column.name.toLowerCase()]);
    const head = find(words);
    if (head !== undefined) return [[column.key, [head]]];
    if (column.type !== "geo") return [];
    if (header.includes(GEOMETRY)) return [[column.key, [GEOMETRY]]];
    return lat !== undefined && lng !== undefined ? [[column.key, [lat, lng]]] : [];
  });
  if (entries.length === 0)
    throw new MappingFault(
      "mapping",
      messages.mapping_required.with({ headings: header.join(", ").slice(0, 200) }),
    );
  return Object.fromEntries(entries);
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const clean = (cell: string | undefined) =>
  unescapeFormula((cell ?? "").trim())
    .replaceAll("\0", "")
    .toWellFormed();

function toDraft(
  header: readonly string[],
  { mapping }: ImportOptions,
  cells: readonly string[],
): RecordDraft {
  const read = (name: string) => clean(cells[header.indexOf(name)]);
  return {
    cells: Object.fromEntries(
      Object.entries(mapping).map(([key, names]) => [
        key,
        names
          .map(read)
          .filter((part) => part !== "")
          .join(", "),
      ]),
    ),
  };
}

/** A cell that may mean another value than it was read as. */
interface ImportDoubt {
  /** As of a failure. */
  row: number;
  field: string;
  text: string;
  value: CellValue | null;
  doubt: Doubt;
}

export interface ImportedRows {
  created: number;
  updated: number;
  doubts: ImportDoubt[];
  failures: { row: number; cells: readonly string[]; errors: { field: string; message: string }[] }[];
}

/** Of the columns of the file, by key of the column of the dataset: what its dates show about their order. */
function findDateOrders(
  columns: readonly Column[],
  rows: readonly TableRow[],
  { header, mapping }: ImportOptions,
) {
  return new Map(
    columns.flatMap(({ n, key, type }) => {
      const index = header.indexOf(mapping[key]?.[0] ?? "");
      return type === "date" && index !== -1
        ? [[n, findColumnOrder(rows.map(({ cells }) => cells[index] ?? ""))] as const]
        : [];
    }),
  );
}

/** A row that does not fit changes nothing, and the others are imported. */
export async function importRows(
  context: Context<never>,
  view: DatasetView,
  rows: readonly TableRow[],
  options: ImportOptions,
): Promise<ImportedRows> {
  const { header, header_line = 1 } = options;
  const key = view.columns.find((column) => column.key === options.key && column.unique);
  const width = header.findLastIndex((name) => name !== "") + 1;
  const isTooLong = ({ cells }: TableRow) => cells.slice(width).some((cell) => cell.trim() !== "");
  const accepted_rows = rows.filter((row) => !isTooLong(row));
  const country = context.business.country;
  const orders = findDateOrders(view.columns, rows, options);
  const doubts: ImportDoubt[] = [];
  const saved = await saveRecords(
    context,
    view,
    accepted_rows.map(({ cells }) => toDraft(header, options, cells)),
    {
      key,
      group_id: options.group_id,
      form: ({ n }) => ({
        country,
        date_order: options.date_order ?? orders.get(n) ?? null,
        is_chosen: options.date_order !== undefined,
      }),
      onDoubts: (index, cell_doubts) => {
        const row = (accepted_rows[index]?.line ?? 0) - header_line;
        doubts.push(
          ...cell_doubts.map(({ key: field, text, value, doubt }) => ({ row, field, text, value, doubt })),
        );
      },
    },
  );
  const count = (change: string) => saved.filter((one) => "change" in one && one.change === change).length;
  const toFailure = ({ line, cells }: TableRow, errors: ImportedRows["failures"][number]["errors"]) => ({
    row: line - header_line,
    cells: header.map((_, column) => clean(cells[column])),
    errors,
  });
  const misfits = saved.flatMap((one: SaveResult, index) => {
    const row = accepted_rows[index];
    if (!("fault" in one) || row === undefined) return [];
    const errors = one.fault.errors.map(({ field, message }) => ({
      field: field.replace(/^values\//, ""),
      message: context.say(message),
    }));
    return [toFailure(row, errors)];
  });
  const too_long = rows
    .filter(isTooLong)
    .map((row) => toFailure(row, [{ field: "", message: context.say(messages.more_cells) }]));
  return {
    created: count("created"),
    updated: count("updated") + count("unchanged"),
    doubts,
    failures: [...misfits, ...too_long].toSorted((one, other) => one.row - other.row),
  };
}

/** Columns of the file that the mapping does not use, which are not imported; one without a heading by its place. */
export function listUnmapped(
  header: readonly string[],
  mapping: Readonly<Record<string, string[]>>,
): string[] {
  const used = new Set(Object.values(mapping).flat());
  const width = header.findLastIndex((name) => name !== "") + 1;
  return header.slice(0, width).flatMap((name, index) => {
    if (name === "") return [`column ${index + 1}`];
    return used.has(name) && header.indexOf(name) === index ? [] : [name];
  });
}

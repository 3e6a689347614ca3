/** Rows of a file as records: which column of the file is which column of the dataset, and what becomes of each row. */
import type { Context } from "#operation/define/context.ts";
import type { Column } from "./columns.ts";
import type { RecordDraft } from "./drafts.ts";
import { GEOMETRY } from "./parse-table.ts";
import { type SaveResult, saveRecords } from "./save.ts";
import type { FileTable } from "./table.ts";
import type { DatasetView } from "./views.ts";

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
  key: string | null;
  group_id: number;
}

export class MappingFault extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

const LAT = new Set(["lat", "latitude", "y"]);
const LNG = new Set(["lng", "lon", "long", "longitude", "x"]);

/** Throws `MappingFault`. Without a mapping, columns are found by their keys and names, and a geo column by lat and lng. */
export function readMapping(
  columns: readonly Column[],
  header: readonly string[],
  given: Readonly<Record<string, string | readonly string[]>> | undefined,
): Record<string, string[]> {
  if (given === undefined) return guessMapping(columns, header);
  const mapping = Object.fromEntries(
    Object.entries(given).map(([key, heads]) => {
      if (!columns.some((column) => column.key === key))
        throw new MappingFault(`mapping/${key.slice(0, 60)}`, "names no column of the dataset");
      const names = [heads].flat() as string[];
      const missing = names.find((name) => !header.includes(name));
      if (missing !== undefined)
        throw new MappingFault(`mapping/${key}`, `names "${missing.slice(0, 80)}", which is not in the file`);
      return [key, names];
    }),
  );
  if (Object.keys(mapping).length === 0) throw new MappingFault("mapping", "names no column");
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
      `is required: no column of the file has a name of the dataset (${header.join(", ").slice(0, 200)})`,
    );
  return Object.fromEntries(entries);
}

function toDraft(
  { header }: Pick<FileTable, "header">,
  { mapping }: ImportOptions,
  cells: readonly string[],
): RecordDraft {
  const read = (name: string) => cells[header.indexOf(name)] ?? "";
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

export interface ImportedRows {
  created: number;
  updated: number;
  failures: { row: number; cells: readonly string[]; errors: { field: string; message: string }[] }[];
}

/** `from` is the number of the first row. A row that does not fit changes nothing. */
export async function importRows(
  context: Context<never>,
  view: DatasetView,
  { header, rows }: FileTable,
  options: ImportOptions,
  from: number,
): Promise<ImportedRows> {
  const key = view.columns.find((column) => column.key === options.key && column.unique);
  const saved = await saveRecords(
    context,
    view,
    rows.map((cells) => toDraft({ header }, options, cells)),
    { key, group_id: options.group_id, form: "text" },
  );
  const count = (change: string) => saved.filter((one) => "change" in one && one.change === change).length;
  return {
    created: count("created"),
    updated: count("updated") + count("unchanged"),
    failures: saved.flatMap((one: SaveResult, index) =>
      "fault" in one
        ? [
            {
              row: from + index,
              cells: rows[index] ?? [],
              errors: one.fault.errors.map(({ field, message }) => ({
                field: field.replace(/^values\//, ""),
                message,
              })),
            },
          ]
        : [],
    ),
  };
}

/** The columns of a dataset: their types and what may be declared. Pure. */
import type { Message } from "#operation/response/messages.ts";
import { messages } from "./messages.ts";

export const COLUMN_TYPES = ["text", "number", "date", "bool", "select", "geo", "address", "ref"] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

export interface Column {
  /** Names it in stored values for ever: `c3`. */
  n: number;
  key: string;
  name: string;
  type: ColumnType;
  required: boolean;
  unique: boolean;
  indexed: boolean;
  /** Of a select. */
  options: string[];
  /** Of a ref: the dataset whose records it names. */
  ref_dataset_id: number | null;
  /** Which of the index columns of records holds it. */
  slot: number | null;
}

export const COLUMNS_MAX = 100;
export const INDEXED_MAX = 8;
/** Columns that a dataset has ever had: each has a private-use character in the search text. */
export const NUMBERS_MAX = 5000;

/** Words of the filter grammar are no keys of columns. */
const RESERVED = new Set(["and", "or", "not"]);
export const KEY_PATTERN = "^[a-z][a-z0-9_]{0,59}$";

const UNIQUE_TYPES: ReadonlySet<ColumnType> = new Set(["text", "number", "date", "select", "ref"]);
const INDEXED_TYPES: ReadonlySet<ColumnType> = new Set(["text", "number", "date", "bool", "select", "ref"]);

export const isPositionType = (type: ColumnType): boolean => type === "geo" || type === "address";

/** What is wrong with a list of columns, by path; null when nothing is. */
export function findColumnFault(columns: readonly Column[]): { field: string; message: Message } | null {
  const keys = new Set<string>();
  if (columns.length > COLUMNS_MAX)
    return { field: "columns", message: messages.columns_max.with({ columns: COLUMNS_MAX }) };
  for (const { key, type, unique, indexed, options, ref_dataset_id } of columns) {
    if (RESERVED.has(key)) return { field: key, message: messages.reserved_key.with({ key }) };
    if (keys.has(key)) return { field: key, message: messages.key_twice };
    keys.add(key);
    if (unique && !UNIQUE_TYPES.has(type))
      return { field: key, message: messages.never_unique.with({ type }) };
    if (indexed && !INDEXED_TYPES.has(type))
      return { field: key, message: messages.never_indexed.with({ type }) };
    if ((type === "select") !== options.length > 0)
      return {
        field: key,
        message: type === "select" ? messages.needs_options : messages.only_select_options,
      };
    if (new Set(options).size < options.length) return { field: key, message: messages.options_alike };
    if ((type === "ref") !== (ref_dataset_id !== null))
      return {
        field: key,
        message: type === "ref" ? messages.needs_ref_dataset : messages.only_ref_dataset,
      };
  }
  if (columns.filter(({ indexed }) => indexed).length > INDEXED_MAX)
    return { field: "columns", message: messages.indexed_max.with({ columns: INDEXED_MAX }) };
  return null;
}

/** Gives each indexed column a slot, and keeps the slots of those that have one. */
export function assignSlots(columns: readonly Column[]): Column[] {
  const taken_slots = new Set(
    columns.flatMap(({ indexed, slot }) => (indexed && slot !== null ? [slot] : [])),
  );
  const free = Array.from({ length: INDEXED_MAX }, (_, index) => index + 1).filter(
    (slot) => !taken_slots.has(slot),
  );
  return columns.map((column) => ({
    ...column,
    slot: column.indexed ? (column.slot ?? free.shift() ?? null) : null,
  }));
}

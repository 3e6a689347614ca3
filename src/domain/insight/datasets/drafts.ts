/** Records as they are to be written: what callers send, read with the columns that they see. Pure. */

import type { Message } from "#operation/response/messages.ts";
import { fields } from "#operation/response/platform-messages.ts";
import type { Doubt } from "#spreadsheet/read-cell.ts";
import type { Column } from "./columns.ts";
import { messages } from "./messages.ts";
import type { DatasetAccess } from "./rules.ts";
import {
  type CellValue,
  fitValue,
  type GeoValue,
  RECORD_MAX,
  readText,
  type TextForm,
  type Values,
} from "./values.ts";

export interface RecordDraft {
  /** Absent: the record is created, or found by the key. */
  id?: number;
  group_id?: number;
  cells: Readonly<Record<string, unknown>>;
  /** Null takes a pin away. */
  pin?: GeoValue | null;
  /** The version that the caller has read. */
  row_version?: number;
}

export type FaultCode =
  | "does_not_fit"
  | "unique_clash"
  | "column_hidden"
  | "column_read_only"
  | "unknown_column"
  | "unknown_record"
  | "unknown_group"
  | "row_not_permitted"
  | "version_conflict";

/** Why one record is not written. `field` is a path within the record. */
export interface Fault {
  code: FaultCode;
  errors: { field: string; message: Message }[];
}

export const buildFault = (code: FaultCode, field: string, message: Message): Fault => ({
  code,
  errors: [{ field, message }],
});

/** Cells by number of the column; null empties a cell. */
export type Changes = Map<number, CellValue | null>;

/** How cells are sent: as values, or as text of a file or of a paste, column by column. */
export type CellForm = "json" | ((column: Column) => TextForm);

/** A value of a text that may mean another one. */
export interface CellDoubt {
  key: string;
  text: string;
  value: CellValue | null;
  doubt: Doubt;
}

export function readDraft(
  { cells, pin }: Pick<RecordDraft, "cells" | "pin">,
  dataset_access: DatasetAccess,
  form: CellForm,
): { changes: Changes; doubts: CellDoubt[] } | { fault: Fault } {
  const columns = new Map(dataset_access.columns.map((column) => [column.key, column]));
  const changes: Changes = new Map();
  const errors: Fault["errors"] = [];
  const doubts: CellDoubt[] = [];
  if (pin !== undefined && !dataset_access.sees_position)
    return { fault: buildFault("column_hidden", "pin", messages.position_hidden) };
  for (const [key, raw] of Object.entries(cells)) {
    const field = `values/${key.slice(0, 80)}`;
    if (dataset_access.hidden_keys.has(key))
      return { fault: buildFault("column_hidden", field, messages.hidden_from_you) };
    const column = columns.get(key);
    if (column === undefined) return { fault: buildFault("unknown_column", field, messages.no_column) };
    if (!dataset_access.writable.has(column.n))
      return { fault: buildFault("column_read_only", field, messages.not_open_for_changes) };
    const text = String(raw ?? "");
    const fitted = form === "json" ? fitValue(column, raw) : readText(column, text, form(column));
    if ("fault" in fitted) errors.push({ field, message: fitted.fault });
    else {
      changes.set(column.n, fitted.value);
      if (fitted.doubt !== undefined) doubts.push({ key, text, value: fitted.value, doubt: fitted.doubt });
    }
  }
  return errors.length > 0 ? { fault: { code: "does_not_fit", errors } } : { changes, doubts };
}

export function applyChanges(before: Values | null, changes: Changes): Values {
  const values = { ...before };
  for (const [n, value] of changes) {
    if (value === null) delete values[`c${n}`];
    else values[`c${n}`] = value;
  }
  return values;
}

/** A required column that stays empty, or a record that is too large. */
export function findMissing(
  dataset_access: DatasetAccess,
  all_columns: readonly Column[],
  { before, changes, values }: { before: Values | null; changes: Changes; values: Values },
): Fault | null {
  for (const { n, key, required } of all_columns) {
    if (!required || values[`c${n}`] !== undefined || (before !== null && !changes.has(n))) continue;
    return dataset_access.hidden_keys.has(key)
      ? buildFault("column_hidden", "values", messages.required_hidden)
      : buildFault("does_not_fit", `values/${key}`, fields.required);
  }
  return JSON.stringify(values).length > RECORD_MAX
    ? buildFault("does_not_fit", "values", messages.record_max.with({ most: RECORD_MAX }))
    : null;
}

export const isSameValues = (one: Values, other: Values): boolean => {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]));
};

/** A value of a unique column, as it is compared. */
export const toUniqueText = (value: CellValue): string => String(value);

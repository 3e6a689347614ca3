/** What a change of columns makes of them. Pure. */
import type { Message } from "#operation/response/messages.ts";
import { assignSlots, type Column, findColumnFault, isPositionType, NUMBERS_MAX } from "./columns.ts";
import { messages } from "./messages.ts";
import type { ColumnChange, NewColumn } from "./shapes.ts";

export interface Design {
  columns: readonly Column[];
  next_n: number;
  position_n: number | null;
}

export interface DesignChange {
  add_columns?: readonly NewColumn[] | undefined;
  change_columns?: readonly ColumnChange[] | undefined;
  remove_columns?: readonly string[] | undefined;
  /** Keys; columns that are not named follow. */
  column_order?: readonly string[] | undefined;
  position_column?: string | null | undefined;
}

export interface ChangedDesign extends Design {
  columns: Column[];
  added: Column[];
  removed: Column[];
  /** Columns whose cells are read again, because less fits them or something else. */
  checked: Column[];
  /** Index columns, search texts or positions of records are computed again. */
  is_derived_again: boolean;
}

export class DesignFault extends Error {
  readonly field: string;
  readonly text: Message;

  constructor(field: string, text: Message) {
    super(text.en);
    this.field = field;
    this.text = text;
  }
}

/** Throws `DesignFault`. */
export function changeDesign(design: Design, change: DesignChange): ChangedDesign {
  const { add_columns = [], change_columns = [], remove_columns = [], column_order } = change;
  const columns_by_key = new Map(design.columns.map((column) => [column.key, column]));
  const find = (key: string, field: string) => {
    const column = columns_by_key.get(key);
    if (column === undefined) throw new DesignFault(field, messages.no_column);
    return column;
  };
  const removed = remove_columns.map((key, index) => find(key, `remove_columns/${index}`));
  const changed = new Map<number, Column>();
  for (const [index, one] of change_columns.entries()) {
    const field = `change_columns/${index}`;
    const column = find(one.key, `${field}/key`);
    if (removed.includes(column) || changed.has(column.n))
      throw new DesignFault(`${field}/key`, messages.changed_twice);
    changed.set(column.n, applyColumnChange(column, one));
  }
  const added = add_columns.map((one, index) => buildColumn(one, design.next_n + index));
  const next_n = design.next_n + added.length;
  if (next_n > NUMBERS_MAX)
    throw new DesignFault("add_columns", messages.columns_in_all.with({ columns: NUMBERS_MAX - 1 }));
  const kept_columns = design.columns
    .filter((column) => !removed.includes(column))
    .map((column) => changed.get(column.n) ?? column);
  const columns = assignSlots(orderColumns([...kept_columns, ...added], column_order));
  const fault = findColumnFault(columns);
  if (fault !== null) throw new DesignFault(locateFault(fault.field, change), fault.message);
  const position_n = choosePosition(design, columns, added, change.position_column);
  const before = new Map(design.columns.map((column) => [column.n, column]));
  const checked = columns.filter((column) => needsCheck(before.get(column.n), column));
  const is_derived_again =
    removed.length > 0 ||
    checked.length > 0 ||
    (position_n !== design.position_n &&
      design.columns.some(({ n }) => n === position_n || n === design.position_n)) ||
    columns.some(({ n, slot }) => before.has(n) && before.get(n)?.slot !== slot && slot !== null);
  return { columns, next_n, position_n, added, removed, checked, is_derived_again };
}

export function buildColumn(one: NewColumn, n: number): Column {
  return {
    n,
    key: one.key,
    name: one.name ?? one.key,
    type: one.type,
    required: one.required ?? false,
    unique: one.unique ?? false,
    indexed: one.indexed ?? false,
    options: one.options ?? [],
    ref_dataset_id: one.ref_dataset_id ?? null,
    slot: null,
  };
}

function applyColumnChange(column: Column, { key: _key, new_key, ...change }: ColumnChange): Column {
  const given_members = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const next: Column = { ...column, ...given_members, key: new_key ?? column.key };
  if (next.type === column.type) return next;
  // What only the former type had goes with it, unless it is given again.
  return {
    ...next,
    options: next.type === "select" ? next.options : (change.options ?? []),
    ref_dataset_id: next.type === "ref" ? next.ref_dataset_id : (change.ref_dataset_id ?? null),
    unique: change.unique ?? (isPositionType(next.type) || next.type === "bool" ? false : next.unique),
    indexed: change.indexed ?? (isPositionType(next.type) ? false : next.indexed),
  };
}

/** A column that was there is read again when fewer values fit it, or when they are read in another way. */
function needsCheck(
  before: Column | undefined,
  { type, required, unique, options, ref_dataset_id }: Column,
): boolean {
  if (before === undefined) return required;
  return (
    before.type !== type ||
    (required && !before.required) ||
    (unique && !before.unique) ||
    before.ref_dataset_id !== ref_dataset_id ||
    before.options.some((option) => !options.includes(option))
  );
}

function orderColumns(columns: Column[], order: readonly string[] | undefined): Column[] {
  if (order === undefined) return columns;
  const places = new Map(order.map((key, index) => [key, index]));
  for (const [index, key] of order.entries())
    if (!columns.some((column) => column.key === key))
      throw new DesignFault(`column_order/${index}`, messages.no_column);
  return columns.toSorted((one, other) => (places.get(one.key) ?? 1000) - (places.get(other.key) ?? 1000));
}

/** A fault of a column is shown where the caller sent it. */
function locateFault(key: string, { add_columns = [], change_columns = [] }: DesignChange): string {
  const added = add_columns.findIndex((one) => one.key === key);
  if (added !== -1) return `add_columns/${added}`;
  const changed = change_columns.findIndex((one) => (one.new_key ?? one.key) === key);
  return changed === -1 ? key : `change_columns/${changed}`;
}

/** The first column that has a position gives it, unless another is chosen. */
function choosePosition(
  design: Design,
  columns: readonly Column[],
  added: readonly Column[],
  key: string | null | undefined,
): number | null {
  if (key === null) return null;
  if (key !== undefined) {
    const column = columns.find((one) => one.key === key);
    if (column === undefined || !isPositionType(column.type))
      throw new DesignFault("position_column", messages.no_position_column);
    return column.n;
  }
  const position_column = columns.find(({ n, type }) => n === design.position_n && isPositionType(type));
  if (position_column !== undefined) return position_column.n;
  return added.find(({ type }) => isPositionType(type))?.n ?? null;
}

/** Which columns of a grid are shown, in which sequence and how wide. Pure. */
import type { ReactNode } from "react";

export type Value = string | number | null;

/** Where the keyboard goes from a value that was edited: it stays there, or goes on; null: it is elsewhere already. */
export type Leave = "stay" | "next" | "previous" | null;

/** Changes one value of a row where it is shown. */
export interface CellEdit<Row> {
  kind: "text" | "date";
  value: (row: Row) => string;
  may: (row: Row) => boolean;
  save: (row: Row, value: string) => Promise<unknown>;
  /** What is wrong with what was typed; null when nothing is. */
  check?: (value: string) => string | null;
  length_max?: number;
  placeholder?: string;
}

export interface Column<Row> {
  key: string;
  head: string;
  cell: (row: Row) => ReactNode;
  /** In pixels; a column without one shares the room that is left. */
  width?: number;
  align?: "end";
  /** Hidden below this width of the window, in pixels, until somebody chooses columns. */
  window_width_min?: number;
  /** Shown only when somebody chooses it. */
  optional?: true;
  /** What is exported, printed, and sorted by in a list that is read whole. */
  value?: (row: Row) => Value;
  /** What the service calls the sort order of this column, in a list that it sorts. */
  sort?: string;
  edit?: CellEdit<Row>;
}

/** What somebody changed; what is absent is as the page proposes it. */
export interface Layout {
  /** Keys of the shown columns, in their sequence. */
  columns?: string[];
  /** In pixels, by key. */
  widths?: Record<string, number>;
}

const WIDTH_MIN = 48;
const WIDTH_MAX = 900;
const FLEXIBLE_MIN = 180;
const COLUMNS_MAX = 60;

type Placed = Pick<Column<never>, "key" | "window_width_min" | "optional" | "width">;

export function listShownColumns<C extends Placed>(
  columns: readonly C[],
  layout: Layout,
  window_width: number,
): C[] {
  if (layout.columns !== undefined) {
    const chosen_columns = layout.columns.flatMap(
      (key) => columns.find((column) => column.key === key) ?? [],
    );
    if (chosen_columns.length > 0) return chosen_columns;
  }
  return columns.filter(
    ({ optional, window_width_min }) =>
      optional !== true && (window_width_min === undefined || window_width >= window_width_min),
  );
}

/** Shows or hides a column; a new one appears behind those that precede it where the page lists all. */
export function toggleColumn(all: readonly string[], visible_keys: readonly string[], key: string): string[] {
  if (visible_keys.includes(key))
    return visible_keys.length === 1 ? [...visible_keys] : visible_keys.filter((other) => other !== key);
  const before = new Set(all.slice(0, all.indexOf(key)));
  const at = visible_keys.findLastIndex((other) => before.has(other)) + 1;
  return visible_keys.toSpliced(at, 0, key);
}

/** Moves a column to the place of another one, or by steps. */
export function moveColumn(visible_keys: readonly string[], key: string, to: string | number): string[] {
  const from = visible_keys.indexOf(key);
  if (from < 0) return [...visible_keys];
  const target = typeof to === "number" ? from + to : visible_keys.indexOf(to);
  if (target < 0 || target >= visible_keys.length) return [...visible_keys];
  return visible_keys.toSpliced(from, 1).toSpliced(target, 0, key);
}

export function clampWidth(width: number): number {
  return Math.round(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, width)));
}

/**
 * The value to be edited after or before the one of a column: in the same row, else in the next one that has any. Rows
 * that are not loaded end the search.
 */
export function findNextEdit<Row>(
  columns: readonly Pick<Column<Row>, "key" | "edit">[],
  rowAt: (index: number) => Row | undefined,
  from: { index: number; key: string },
  direction: "next" | "previous",
): { index: number; key: string } | null {
  const step = direction === "next" ? 1 : -1;
  const editable = columns.filter(({ edit }) => edit !== undefined);
  let at = editable.findIndex(({ key }) => key === from.key) + step;
  for (let index = from.index; ; index += step) {
    const row = rowAt(index);
    if (row === undefined) return null;
    for (; editable[at] !== undefined; at += step) {
      const column = editable[at];
      if (column?.edit?.may(row)) return { index, key: column.key };
    }
    at = direction === "next" ? 0 : editable.length - 1;
  }
}

/** Width of each column in `available` pixels: flexible columns share the room that the others leave. */
export function computeWidths(columns: readonly Placed[], layout: Layout, available: number): number[] {
  const fixed = columns.map(({ key, width }) => layout.widths?.[key] ?? width);
  const fixed_width = fixed.reduce<number>((sum, width) => sum + (width ?? 0), 0);
  const flexible = fixed.filter((width) => width === undefined).length;
  const share = Math.max(FLEXIBLE_MIN, Math.floor((available - fixed_width) / Math.max(1, flexible)));
  return fixed.map((width) => width ?? share);
}

/** A layout that was stored, without what this version does not know. */
export function readLayout(stored_layout: unknown): Layout {
  if (typeof stored_layout !== "object" || stored_layout === null) return {};
  const { columns, widths } = stored_layout as Record<string, unknown>;
  const layout: Layout = {};
  if (Array.isArray(columns)) {
    const keys = columns.filter((key): key is string => typeof key === "string").slice(0, COLUMNS_MAX);
    if (keys.length > 0) layout.columns = [...new Set(keys)];
  }
  if (typeof widths === "object" && widths !== null) {
    const sizes = Object.entries(widths)
      .filter((entry): entry is [string, number] => typeof entry[1] === "number" && entry[1] > 0)
      .slice(0, COLUMNS_MAX)
      .map(([key, width]) => [key, clampWidth(width)] as const);
    if (sizes.length > 0) layout.widths = Object.fromEntries(sizes);
  }
  return layout;
}

export function isSameLayout(one: Layout, other: Layout): boolean {
  const sorted = ({ columns, widths }: Layout) =>
    JSON.stringify([columns ?? null, Object.entries(widths ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))]);
  return sorted(one) === sorted(other);
}

/** The rows that are selected, read where they are not loaded yet. */
import { isSelected, type Selection } from "./selection.ts";
import { PAGE_ROWS, type Source } from "./source.ts";

/** Selected rows that are loaded: what a page can say about them before anything is read. */
export function listLoaded<Row, Key>(
  source: Source<Row>,
  selection: Selection<Key>,
  getKey: (row: Row) => Key,
): Row[] {
  const rows = new Map(source.listLoaded().map((row) => [getKey(row), row]));
  return [...rows].flatMap(([key, row]) => (isSelected(selection, key) ? [row] : []));
}

export interface CollectOptions {
  signal?: AbortSignal;
  /** Called with how many rows were read, of how many. */
  progress?: (loaded_count: number, of: number) => void;
}

/** Every row of the list, page by page. */
export async function readAll<Row>(
  source: Source<Row>,
  { signal, progress }: CollectOptions = {},
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < source.total; from += PAGE_ROWS) {
    signal?.throwIfAborted();
    rows.push(...(await source.read(from, Math.min(source.total, from + PAGE_ROWS), signal)));
    progress?.(rows.length, source.total);
  }
  return rows;
}

/** The selected rows; those selected one by one were loaded when they were selected. */
export async function collectSelected<Row, Key>(
  source: Source<Row>,
  selection: Selection<Key>,
  getKey: (row: Row) => Key,
  options: CollectOptions = {},
): Promise<Row[]> {
  const loaded = selection.all ? [] : listLoaded(source, selection, getKey);
  if (!selection.all && loaded.length === selection.keys.size) return loaded;
  return (await readAll(source, options)).filter((row) => isSelected(selection, getKey(row)));
}

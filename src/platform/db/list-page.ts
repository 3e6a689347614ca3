/** Reads one page of a list that has a cursor, as its response shows it. */
import type { ListWindow } from "#vocabulary/cursor-page.ts";
import type { Db } from "./db.ts";

interface ListPage<Row> {
  rows: Row[];
  /** The members of `CursorOutput`. */
  paging: { result: true; total: number; page: number; per_page: number; next_cursor: string | null };
}

/** `text` ends with the window's SQL. `total` is the number of rows on all pages; both are read at the same time. */
export async function readListPage<Row>(
  db: Pick<Db, "rows">,
  window: ListWindow,
  text: string,
  total: Promise<number>,
): Promise<ListPage<Row>> {
  const [read, counted] = await Promise.all([db.rows<Row>(text, window.values), total]);
  const { page, per_page } = window;
  const { rows, next_cursor } = window.buildPage(read);
  return { rows, paging: { result: true, total: counted, page, per_page, next_cursor } };
}

/** The number of rows of `from …`. */
export async function countRows(
  db: Pick<Db, "row">,
  from: string,
  values: readonly unknown[] = [],
): Promise<number> {
  const row = await db.row<{ n: number }>(`select count(*) as n ${from}`, [...values]);
  return row?.n ?? 0;
}

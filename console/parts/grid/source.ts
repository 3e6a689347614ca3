/** Where a grid has its rows from: a list that was read whole, or one that the service pages. */
import { type QueryKey, useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";

export interface Source<Row> {
  /** Changes with filters and sort order: the grid then starts at the top. */
  identity: string;
  total: number;
  rowAt: (index: number) => Row | undefined;
  /** Every row that is loaded, in any sequence. */
  listLoaded: () => Row[];
  /** The rows that are on screen, so that they are loaded. */
  show: (from: number, to: number) => void;
  /** These rows, `to` excluded, loaded when they are not. */
  read: (from: number, to: number, signal?: AbortSignal) => Promise<Row[]>;
  /** The rows of other filters are shown until those of the new ones are there. */
  is_stale: boolean;
  is_read_whole: boolean;
}

export function createSource<Row>(rows: readonly Row[], identity = ""): Source<Row> {
  return {
    identity,
    total: rows.length,
    rowAt: (index) => rows[index],
    listLoaded: () => [...rows],
    show: () => {},
    read: (from, to) => Promise.resolve(rows.slice(from, to)),
    is_stale: false,
    is_read_whole: true,
  };
}

export interface PageOfRows<Row> {
  rows: readonly Row[];
  total: number;
  next_cursor?: string | null;
}

export interface PagedQuery<Row> {
  queryKey: QueryKey;
  /** Subjects whose changes make the loaded pages be read again. */
  live_subjects?: readonly string[];
  /** Reads one page, from 1, or the one at a cursor. */
  read: (
    at: { page: number } | { cursor: string },
    per_page: number,
    signal: AbortSignal,
  ) => Promise<PageOfRows<Row>>;
}

export const PAGE_ROWS = 100;
/** Requests for rows start when scrolling rests this long. */
const REST_MS = 60;

/**
 * How many rows can be scrolled to. The service may stop counting before the last row: the rows behind come into reach page by
 * page. `pages`: those on screen, the first of them with the index `first`; undefined while they are read.
 */
export function countReachable(
  total: number,
  pages: readonly (Pick<PageOfRows<unknown>, "rows" | "next_cursor"> | undefined)[],
  first: number,
): number {
  const counts = pages.map((page, index) => {
    if (page === undefined) return 0;
    const before = (first + index) * PAGE_ROWS;
    return page.next_cursor ? before + 2 * PAGE_ROWS : before + page.rows.length;
  });
  // The last page that is there says whether there is another.
  return Math.max(total, counts[pages.findLastIndex((page) => page !== undefined)] ?? 0);
}

/**
 * Rows of a list that the service pages, read as they are scrolled into view. A page is read from the cursor of the page
 * before it where that is loaded, so that rows that come in while somebody scrolls neither repeat nor hide others; after
 * a jump, by its number.
 */
export function usePagedRows<Row>({ queryKey, live_subjects = [], read }: PagedQuery<Row>, first_page = 1) {
  const client = useQueryClient();
  const identity = JSON.stringify(queryKey);
  const [page_range, setPageRange] = useState({ identity, from: first_page - 1, to: first_page - 1 });
  const range = page_range.identity === identity ? page_range : { identity, from: 0, to: 0 };

  const describe = (page: number) => ({
    queryKey: [...queryKey, "page", page],
    meta: { live: live_subjects },
    queryFn: ({ signal }: { signal: AbortSignal }) => {
      const before = client.getQueryData<PageOfRows<Row>>([...queryKey, "page", page - 1]);
      const at = before?.next_cursor ? { cursor: before.next_cursor } : { page: page + 1 };
      return read(at, PAGE_ROWS, signal);
    },
  });
  const current = useRef(describe);
  current.current = describe;
  const answers = useQueries({
    queries: Array.from({ length: range.to - range.from + 1 }, (_, index) => describe(range.from + index)),
  });
  const loaded = answers.find(({ data }) => data !== undefined)?.data;
  const failure = answers.find(({ error }) => error !== null);
  const versions = answers.map(({ dataUpdatedAt }) => dataUpdatedAt).join();

  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  const show = useCallback(
    (from: number, to: number) => {
      clearTimeout(rest.current);
      rest.current = setTimeout(() => {
        const next = {
          identity,
          from: Math.floor(from / PAGE_ROWS),
          to: Math.floor(Math.max(from, to - 1) / PAGE_ROWS),
        };
        setPageRange((was) =>
          was.identity === identity && was.from === next.from && was.to === next.to ? was : next,
        );
      }, REST_MS);
    },
    [identity],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are in the cache of queries, the versions tell when they change.
  const source = useMemo((): Source<Row> | undefined => {
    if (loaded === undefined) return undefined;
    const key = JSON.parse(identity) as QueryKey;
    const pages = new Map<number, readonly Row[]>();
    const getRows = (page: number) => {
      const page_rows = pages.get(page) ?? client.getQueryData<PageOfRows<Row>>([...key, "page", page])?.rows;
      if (page_rows !== undefined) pages.set(page, page_rows);
      return page_rows;
    };
    return {
      identity,
      total: countReachable(
        loaded.total,
        answers.map(({ data }) => data),
        range.from,
      ),
      rowAt: (index) => getRows(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS],
      listLoaded: () =>
        client
          .getQueriesData<PageOfRows<Row>>({ queryKey: [...key, "page"] })
          .flatMap(([, page]) => page?.rows ?? []),
      show,
      async read(from, to, signal) {
        const rows: Row[] = [];
        for (let page = Math.floor(from / PAGE_ROWS); page * PAGE_ROWS < to; page += 1) {
          signal?.throwIfAborted();
          const one = await client.ensureQueryData(current.current(page));
          const start = page * PAGE_ROWS;
          rows.push(...one.rows.slice(Math.max(0, from - start), to - start));
        }
        return rows;
      },
      is_stale: false,
      is_read_whole: false,
    };
  }, [identity, loaded, versions, client, show]);

  const last = useRef<Source<Row>>(undefined);
  if (source !== undefined) last.current = source;
  const shown_source = useMemo(
    () =>
      source ??
      (last.current === undefined ? undefined : { ...last.current, show: () => {}, is_stale: true }),
    [source],
  );
  return {
    data: shown_source,
    error: source === undefined && failure !== undefined ? failure.error : null,
    refetch: () => void Promise.all(answers.map((answer) => answer.refetch())),
  };
}

/** Reads and locks counts of the warehouses where the caller works. */
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { buildWindow, type SortColumn } from "#vocabulary/cursor-page.ts";
import { messages } from "./messages.ts";
import type { Counting } from "./rules.ts";
import type { CountBin, StockCount } from "./shapes.ts";
import type { CountBinRow, CountEntryRow, CountLineRow, StockCountRow } from "./tables.ts";

type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

const COUNTS = `select c.id, c.warehouse_id, w.code as warehouse_code, c.kind, c.zone_id, z.code as zone_code, c.article_id, a.sku,
    c.is_blind, c.counters, c.note, c.status, b.bins, b.bins_open, b.bins_different, c.created_at, c.ended_at, c.version
  from stock_count c
  join warehouse w on w.business_id = c.business_id and w.id = c.warehouse_id
  left join warehouse_zone z on z.business_id = c.business_id and z.id = c.zone_id
  left join article a on a.business_id = c.business_id and a.id = c.article_id
  cross join lateral (
    select count(*)::int as bins, count(*) filter (where status = 'open')::int as bins_open,
       count(*) filter (where status = 'difference')::int as bins_different
      from stock_count_bin b where b.business_id = c.business_id and b.count_id = c.id) b
 where c.business_id = $1 and ($2::bigint[] is null or c.warehouse_id = any($2))`;

export function findCount(context: Reader, id: number): Promise<StockCount | undefined> {
  const { db, business_id } = context;
  return db.row<StockCount>(`${COUNTS} and c.id = $3`, [business_id, listReach(context), id]);
}

const SORT: readonly SortColumn[] = [{ sql: "c.id", member: "id", type: "bigint", descending: true }];

/** Newest first. The parameters of the condition begin with `$3`. */
export async function listCounts(
  context: Reader,
  input: { page?: number; per_page?: number; cursor?: string },
  { condition, values: own }: { condition: string; values: unknown[] },
) {
  const { db, business_id } = context;
  const values = [business_id, listReach(context), ...own];
  const window = buildWindow(input, SORT, { condition, values });
  const counted = `from stock_count c where c.business_id = $1 and ($2::bigint[] is null or c.warehouse_id = any($2))
    and ${condition}`;
  return readListPage<StockCount>(
    db,
    window,
    `${COUNTS} and ${condition}${window.sql}`,
    countRows(db, counted, values),
  );
}

/** The open count, locked: every decision about it and its bins waits for this lock. */
export async function getLockedCount(context: Context<"wrong_status">, id: number): Promise<StockCountRow> {
  const { db, business_id, refuse } = context;
  const count = await db.row<StockCountRow>(
    `select * from stock_count where business_id = $1 and id = $2 and ($3::bigint[] is null or warehouse_id = any($3)) for update`,
    [business_id, id, listReach(context)],
  );
  if (count === undefined) throw refuse("not_found", { message: messages.unknown_count });
  if (count.status !== "open")
    throw refuse("wrong_status", {
      message: messages.wrong_status,
      values: { status: count.status },
      extra: { status: count.status },
    });
  return count;
}

/** A bin of a locked count. */
export function findCountBin(
  { db, business_id }: Reader,
  count_id: number,
  bin_id: number,
): Promise<CountBinRow | undefined> {
  return db.row<CountBinRow>(
    "select * from stock_count_bin where business_id = $1 and count_id = $2 and bin_id = $3",
    [business_id, count_id, bin_id],
  );
}

export type FinishedEntry = CountEntryRow & { lines: CountLineRow[] };

/** What was handed in for bins, the earliest first. */
export async function loadFinished(
  { db, business_id }: Reader,
  count_bin_ids: readonly number[],
): Promise<FinishedEntry[]> {
  return db.rows<FinishedEntry>(
    `select e.*, coalesce((select jsonb_agg(to_jsonb(l) order by l.id) from stock_count_line l
         where l.business_id = $1 and l.entry_id = e.id), '[]') as lines
       from stock_count_entry e
      where e.business_id = $1 and e.count_bin_id = any($2::bigint[]) and e.finished_at is not null
      order by e.finished_at, e.id`,
    [business_id, [...count_bin_ids]],
  );
}

export function formatGoodsKey(goods: {
  article_id: number | null;
  package_id: number | null;
  customer_id: number | null;
  lot: string;
  expires_date: string | null;
}): string {
  const { article_id, package_id, customer_id, lot, expires_date } = goods;
  return JSON.stringify([article_id, package_id, customer_id, lot, expires_date]);
}

export function toCounting({ round, lines }: FinishedEntry): Counting {
  return { round, lines: lines.map((line) => ({ ...line, key: formatGoodsKey(line) })) };
}

/** The bins of a count with what was counted last. In a blind count it is shown once the bin is decided. */
export async function loadBins(
  context: Reader,
  count: Pick<StockCount, "id" | "is_blind">,
): Promise<CountBin[]> {
  const { db, business_id } = context;
  return db.rows<CountBin>(
    `select n.bin_id, b.code as bin_code, n.status, n.round,
       coalesce((select jsonb_agg(jsonb_build_object('account_id', a.id, 'name', a.name) order by a.id)
          from stock_count_entry e join account a on a.id = e.counted_by
         where e.business_id = $1 and e.count_bin_id = n.id and e.finished_at is null), '[]') as counting,
       coalesce((select jsonb_agg(jsonb_build_object('account_id', a.id, 'name', a.name) order by a.id)
          from stock_count_entry e join account a on a.id = e.counted_by
         where e.business_id = $1 and e.count_bin_id = n.id and e.finished_at is not null
           and e.round = (select max(m.round) from stock_count_entry m
             where m.business_id = $1 and m.count_bin_id = n.id and m.finished_at is not null)), '[]') as counted_by,
       case when $3 and n.status = 'open' then '[]'::jsonb else coalesce((
         select jsonb_agg(jsonb_build_object(
            'article', case when t.id is not null then
              jsonb_build_object('id', t.id, 'sku', t.sku, 'name', t.name, 'unit', t.unit) end,
            'package', case when p.id is not null then jsonb_build_object('id', p.id, 'code', p.code) end,
            'lot', l.lot, 'expires_date', l.expires_date, 'counted_qty', l.counted_qty, 'book_qty', l.book_qty,
            'change', l.counted_qty - l.book_qty, 'has_moved', l.has_moved)
            order by l.counted_qty = l.book_qty, t.sku, p.code, l.lot)
           from stock_count_line l
           left join article t on t.business_id = $1 and t.id = l.article_id
           left join stock_package p on p.business_id = $1 and p.id = l.package_id
          where l.business_id = $1 and l.entry_id = (
            select e.id from stock_count_entry e where e.business_id = $1 and e.count_bin_id = n.id
              and e.finished_at is not null order by e.finished_at desc, e.id desc limit 1)), '[]') end as goods
       from stock_count_bin n join warehouse_bin b on b.business_id = $1 and b.id = n.bin_id
      where n.business_id = $1 and n.count_id = $2 order by b.walk_order nulls last, b.code`,
    [business_id, count.id, count.is_blind],
  );
}

export async function answerCount(context: Reader, id: number) {
  const count = await findCount(context, id);
  if (count === undefined) throw new Error("A count that was written was not found.");
  return { result: true, count_id: id, version: count.version, count, bins: await loadBins(context, count) };
}

/** Counts up the version; closes the count when all of its bins are decided. */
export async function saveCount(context: Context<never>, count: StockCountRow): Promise<void> {
  const { db, business_id, now, emit } = context;
  const row = await db.row<{ status: string }>(
    `update stock_count c set version = version + 1,
       status = case when d.is_done then 'closed' else c.status end, ended_at = case when d.is_done then $3::timestamptz end
       from (select not exists (select from stock_count_bin where business_id = $1 and count_id = $2
               and status in ('open', 'difference')) as is_done) d
      where c.business_id = $1 and c.id = $2 returning c.status`,
    [business_id, count.id, now],
  );
  if (row?.status === "closed")
    emit({
      subject: { type: "stock_count", id: count.id },
      kind: "stock_count.closed",
      payload: { warehouse_id: count.warehouse_id },
    });
}

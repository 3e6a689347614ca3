/** Counts of stock: what one is, how it is found at the warehouses where the caller works, locked and closed. */
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { COUNT_KINDS, COUNT_STATUSES } from "../rules.ts";
import type { StockCount } from "../shapes.ts";

export interface StockCountRow extends Row<"stock_count"> {
  kind: (typeof COUNT_KINDS)[number];
  status: (typeof COUNT_STATUSES)[number];
}

export const StockCountRecord = defineRecord<"stock_count", StockCountRow>("stock_count");

type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

export const COUNTS = `select c.id, c.warehouse_id, w.code as warehouse_code, c.kind, c.zone_id, z.code as zone_code, c.article_id, a.sku,
    c.is_blind, c.counters, c.note, c.status, b.bins, b.bins_open, b.bins_different, c.created_at, c.ended_at, c.version
  from stock_count c
  join warehouse w on w.business_id = c.business_id and w.id = c.warehouse_id
  left join warehouse_zone z on z.business_id = c.business_id and z.id = c.zone_id
  left join article a on a.business_id = c.business_id and a.id = c.article_id
  cross join lateral (
    select count(*)::int as bins, count(*) filter (where status = 'open')::int as bins_open,
       count(*) filter (where status = 'difference')::int as bins_different
      from stock_count_bin b where b.business_id = c.business_id and b.count_id = c.id) b`;

function findCount(context: Reader, id: number): Promise<StockCount | undefined> {
  const { db, business_id } = context;
  return db.row<StockCount>(
    `${COUNTS} where c.business_id = $1 and ($2::bigint[] is null or c.warehouse_id = any($2)) and c.id = $3`,
    [business_id, listReach(context), id],
  );
}

export const getVisibleCount = defineGet(findCount, messages.unknown_count);

/** The open count, locked: every decision about it and its bins waits for this lock. */
export async function getLockedCount(context: Context<"wrong_status">, id: number): Promise<StockCountRow> {
  const { db, business_id, refuse } = context;
  const count = await db.row<StockCountRow>(
    `select * from stock_count where business_id = $1 and id = $2 and ($3::bigint[] is null or warehouse_id = any($3)) for update`,
    [business_id, id, listReach(context)],
  );
  if (count === undefined) throw refuse("not_found", { message: messages.unknown_count });
  context.expectVersion(count.version);
  if (count.status !== "open")
    throw refuse("wrong_status", {
      message: messages.wrong_status,
      values: { status: count.status },
      extra: { status: count.status },
    });
  return count;
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

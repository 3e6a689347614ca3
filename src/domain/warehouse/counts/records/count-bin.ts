/** Bins of a count: how far each is. */
import { selectPerson } from "#operation/caller/people.ts";
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { BIN_STATUSES } from "../rules.ts";
import type { CountBin, StockCount } from "../shapes.ts";

export interface CountBinRow extends Row<"stock_count_bin"> {
  status: (typeof BIN_STATUSES)[number];
}

export const CountBinRecord = defineRecord<"stock_count_bin", CountBinRow>("stock_count_bin");

type Reader = Pick<Context<never>, "db" | "business_id">;

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

/** The bins of a count with what was counted last. In a blind count it is shown once the bin is decided. */
export async function loadBins(
  context: Reader,
  count: Pick<StockCount, "id" | "is_blind">,
): Promise<CountBin[]> {
  const { db, business_id } = context;
  return db.rows<CountBin>(
    `select n.bin_id, b.code as bin_code, n.status, n.round,
       coalesce((select jsonb_agg(${selectPerson("e.counted_by")} order by e.counted_by) from stock_count_entry e
         where e.business_id = $1 and e.count_bin_id = n.id and e.finished_at is null), '[]') as counting,
       coalesce((select jsonb_agg(${selectPerson("e.counted_by")} order by e.counted_by) from stock_count_entry e
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

/** What lies in bins of receiving zones, which is what is to be put away. */
import { FOLDED_SKU } from "#domain/warehouse/inventory/public.ts";
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Putaway } from "./shapes.ts";
import { type GoodsToPutAway, suggestBin } from "./suggest.ts";

type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

export interface PutawayFilter {
  warehouse_id?: number | undefined;
  line_id?: number | undefined;
  /** Of a code of a package, a barcode of an article, or a SKU. */
  keys?: readonly string[] | undefined;
}

const CONDITION = `l.business_id = $1 and l.qty > 0 and z.kind = 'receiving'
  and ($2::bigint[] is null or l.warehouse_id = any($2)) and ($3::bigint is null or l.warehouse_id = $3)
  and ($4::bigint is null or l.id = $4)
  and (l.package_id is null or l.article_id is null)
  and ($5::text[] is null or p.code = any($5) or ${FOLDED_SKU} = any($5) or l.article_id in
    (select b.article_id from article_barcode b where b.business_id = $1 and b.key = any($5)))`;

const TABLES = `from stock_line l
  join warehouse_bin n on n.business_id = $1 and n.id = l.bin_id
  join warehouse_zone z on z.business_id = $1 and z.id = n.zone_id
  left join article a on a.business_id = $1 and a.id = l.article_id
  left join stock_package p on p.business_id = $1 and p.id = l.package_id`;

const buildValues = ({ business_id, actor }: Reader, { warehouse_id, line_id, keys }: PutawayFilter) => [
  business_id,
  listReach({ actor }),
  warehouse_id ?? null,
  line_id ?? null,
  keys === undefined ? null : [...keys],
];

export async function countPutaways(context: Reader, filter: PutawayFilter): Promise<number> {
  const row = await context.db.row<{ n: number }>(
    `select count(*) as n ${TABLES} where ${CONDITION}`,
    buildValues(context, filter),
  );
  return row?.n ?? 0;
}

type Row = Omit<Putaway, "suggestion"> & GoodsToPutAway;

/** The longest waiting first, each with its suggested bin. */
export async function listPutaways(
  context: Reader,
  filter: PutawayFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Putaway[]> {
  const values = buildValues(context, filter);
  const rows = await context.db.rows<Row>(
    `select l.id as line_id, l.warehouse_id, l.bin_id, n.code as bin_code, n.walk_order, l.article_id, l.package_id, l.customer_id,
       c.name as customer_name, l.lot, l.expires_date, l.qty, l.changed_at as since, coalesce(p.damaged, false) as is_damaged,
       case when a.id is not null then jsonb_build_object('id', a.id, 'sku', a.sku, 'name', a.name, 'unit', a.unit) end as article,
       case when p.id is not null then jsonb_build_object('id', p.id, 'code', p.code, 'is_damaged', p.damaged) end as package
     ${TABLES} left join customer c on c.business_id = $1 and c.id = l.customer_id
     where ${CONDITION} order by l.changed_at, l.id limit $6 offset $7`,
    [...values, limit, offset],
  );
  const putaways: Putaway[] = [];
  for (const row of rows) {
    const {
      article_id: _article,
      package_id: _package,
      warehouse_id: _in,
      is_damaged,
      walk_order,
      ...visible_members
    } = row;
    const suggestion = await suggestBin(context, { ...row, is_damaged, walk_order });
    putaways.push({ ...visible_members, suggestion });
  }
  return putaways;
}

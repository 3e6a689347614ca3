/**
 * Reads lines of stock, as they are or as of a past time.
 *
 * A line that has not changed since then has what it had. What another line had is what its last movement until then left
 * in it, one look into an index, so a past time costs as much as there were lines that changed since.
 */
import type Type from "typebox";
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { toLikePattern } from "#vocabulary/like-pattern.ts";
import { listGoodsKeys } from "./records/article.ts";
import type { InventoryLine } from "./shapes.ts";

export interface InventoryFilter {
  warehouse_id?: number | undefined;
  zone_id?: number | undefined;
  bin_id?: number | undefined;
  customer_id?: number | undefined;
  owner?: "business" | undefined;
  article_id?: number | undefined;
  sku?: string | undefined;
  package_id?: number | undefined;
  code?: string | undefined;
  lot?: string | undefined;
  expires_until?: string | undefined;
  text?: string | undefined;
  as_of?: string | undefined;
}

export const SORTS = ["bin", "article"] as const;

/** A text that is in more lines than these finds some of them. */
const FOUND_MAX = 2000;

const ORDERS = {
  bin: "w.code, b.code, a.sku nulls first, p.code, l.lot, l.id",
  article: "a.sku nulls last, p.code, l.lot, w.code, b.code, l.id",
} as const;

/** The quantity of line `l` as of `$2`, or now where that is null. */
const QTY_THEN = `case when $2::timestamptz is null or l.changed_at <= $2 then l.qty else coalesce((
    select m.qty_after from (
      (select id, from_qty_after as qty_after from stock_movement
        where business_id = $1 and from_line_id = l.id and at <= $2 order by id desc limit 1)
      union all
      (select id, to_qty_after from stock_movement
        where business_id = $1 and to_line_id = l.id and at <= $2 order by id desc limit 1)) m
     order by m.id desc limit 1), 0) end`;

function buildQuery(context: Pick<Context<never>, "business_id" | "actor">, filter: InventoryFilter) {
  const values: unknown[] = [context.business_id, filter.as_of ?? null];
  const conditions = ["l.business_id = $1"];
  const add = (condition: (parameter: string) => string, value: unknown) => {
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  // Lines are kept when they are empty: only a past time needs those.
  conditions.push(filter.as_of === undefined ? "l.qty > 0" : "l.created_at <= $2");
  const reach = listReach(context);
  if (reach !== null) add((n) => `l.warehouse_id = any(${n}::bigint[])`, reach);
  if (filter.warehouse_id !== undefined) add((n) => `l.warehouse_id = ${n}`, filter.warehouse_id);
  if (filter.zone_id !== undefined) add((n) => `b.zone_id = ${n}`, filter.zone_id);
  if (filter.bin_id !== undefined) add((n) => `l.bin_id = ${n}`, filter.bin_id);
  if (filter.customer_id !== undefined) add((n) => `l.customer_id = ${n}`, filter.customer_id);
  if (filter.owner === "business") conditions.push("l.customer_id is null");
  if (filter.article_id !== undefined) add((n) => `l.article_id = ${n}`, filter.article_id);
  if (filter.sku !== undefined) add((n) => `a.sku = ${n}`, filter.sku);
  if (filter.package_id !== undefined) add((n) => `l.package_id = ${n}`, filter.package_id);
  if (filter.code !== undefined)
    add(
      (n) =>
        `(p.code = any(${n}) or l.article_id in (select article_id from article_barcode where business_id = $1 and key = any(${n})))`,
      listGoodsKeys(filter.code),
    );
  if (filter.lot !== undefined) add((n) => `l.lot = ${n}`, filter.lot);
  if (filter.expires_until !== undefined) add((n) => `l.expires_date <= ${n}::date`, filter.expires_until);
  const text = filter.text?.trim();
  if (text)
    add(
      (n) => `l.id in (select f.line_id from search_stock_lines(${n}, ${FOUND_MAX}) f)`,
      toLikePattern(text),
    );
  const from = `from (
      select l.*, ${QTY_THEN} as qty_then, b.code as bin_code, b.zone_id
        from stock_line l
        join warehouse_bin b on b.business_id = $1 and b.id = l.bin_id
        left join article a on a.business_id = $1 and a.id = l.article_id
        left join stock_package p on p.business_id = $1 and p.id = l.package_id
       where ${conditions.join(" and ")}) l
    where l.qty_then > 0`;
  return { from, values };
}

export interface InventoryTotals {
  lines: number;
  pieces: number;
  packages: number;
  bins: number;
}

export async function countInventory(
  context: Pick<Context<never>, "db" | "business_id" | "actor">,
  filter: InventoryFilter,
): Promise<InventoryTotals> {
  const { from, values } = buildQuery(context, filter);
  const row = await context.db.row<InventoryTotals>(
    `select count(*) as lines, coalesce(sum(l.qty_then) filter (where l.article_id is not null), 0)::bigint as pieces,
       count(*) filter (where l.article_id is null) as packages, count(distinct l.bin_id) as bins ${from}`,
    values,
  );
  return row ?? { lines: 0, pieces: 0, packages: 0, bins: 0 };
}

export async function listInventory(
  context: Pick<Context<never>, "db" | "business_id" | "actor">,
  filter: InventoryFilter,
  page: { sort: (typeof SORTS)[number]; limit: number; offset: number },
): Promise<Type.Static<typeof InventoryLine>[]> {
  const { from, values } = buildQuery(context, filter);
  const n = values.length;
  return context.db.rows(
    `select l.id as line_id, l.warehouse_id, w.code as warehouse_code, l.zone_id, z.code as zone_code, l.bin_id, l.bin_code,
       case when a.id is not null then jsonb_build_object('id', a.id, 'sku', a.sku, 'name', a.name, 'unit', a.unit) end as article,
       case when p.id is not null then jsonb_build_object('id', p.id, 'code', p.code, 'weight_g', p.weight_g,
         'damaged', p.damaged, 'held', p.holder_id is not null) end as package,
       case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name) end as customer,
       l.lot, l.expires_date, l.qty_then as qty, l.changed_at
     from (select l.* ${from}) l
     join warehouse w on w.business_id = $1 and w.id = l.warehouse_id
     join warehouse_bin b on b.business_id = $1 and b.id = l.bin_id
     join warehouse_zone z on z.business_id = $1 and z.id = l.zone_id
     left join article a on a.business_id = $1 and a.id = l.article_id
     left join stock_package p on p.business_id = $1 and p.id = l.package_id
     left join customer c on c.business_id = $1 and c.id = l.customer_id
     order by ${ORDERS[page.sort]} limit $${n + 1} offset $${n + 2}`,
    [...values, page.limit, page.offset],
  );
}

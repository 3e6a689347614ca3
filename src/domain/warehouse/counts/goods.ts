/** Finds the goods that were counted, by their ids or by what was scanned. */
import { FOLDED_SKU, listGoodsKeys } from "#domain/warehouse/inventory/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import type { Message } from "#operation/response/messages.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { messages } from "./messages.ts";

export interface CountedItem {
  code?: string;
  article_id?: number;
  package_id?: number;
  lot?: string;
  expires_date?: string | null;
  qty: number;
}

export interface FoundGoods {
  article_id: number | null;
  package_id: number | null;
  customer_id: number | null;
  lot: string;
  expires_date: string | null;
  qty: number;
}

interface GoodsRow {
  n: number;
  article_id: number | null;
  package_id: number | null;
  customer_id: number | null;
  /** More than one article has the barcode. */
  is_ambiguous: boolean;
}

/**
 * A code is a package, or an article by barcode or SKU. Where several owners have the same article, it is the one that lies
 * in the bin.
 */
export async function findCounted(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  { bin_id, article_id: only }: { bin_id: number; article_id: number | null },
  items: readonly CountedItem[],
): Promise<{ goods: FoundGoods[] } | { errors: RefusalDetail[] }> {
  const lookups = items.map(({ code, article_id, package_id }, n) => ({
    n,
    keys: code === undefined ? [] : listGoodsKeys(code),
    article_id: article_id ?? null,
    package_id: package_id ?? null,
  }));
  const rows = await db.rows<GoodsRow>(
    `select w.n, g.* from json_to_recordset($2::json) as w(n int, keys text[], article_id bigint, package_id bigint)
      cross join lateral (
       select null::bigint as article_id, p.id as package_id, p.customer_id, false as is_ambiguous, 0 as rank
         from stock_package p where p.business_id = $1 and (p.id = w.package_id or p.code = any(w.keys))
       union all
       (select a.id, null, a.customer_id, count(*) over () > 1 and not is_here.yes, 1
          from article a
          cross join lateral (select exists (select from stock_line l
            where l.business_id = $1 and l.bin_id = $3 and l.article_id = a.id and l.qty > 0) as yes) is_here
         where a.business_id = $1 and (a.id = w.article_id or ${FOLDED_SKU} = any(w.keys) or a.id in (
           select b.article_id from article_barcode b where b.business_id = $1 and b.key = any(w.keys)))
         order by is_here.yes desc, a.status, a.id limit 1)
       order by rank limit 1) g`,
    [business_id, JSON.stringify(lookups), bin_id],
  );
  const goods_by_number = new Map(rows.map((row) => [row.n, row]));
  const errors: RefusalDetail[] = [];
  const goods = items.flatMap((item, n): FoundGoods[] => {
    const row = goods_by_number.get(n);
    const { lot = "", expires_date = null, qty } = item;
    const problem = findProblem(item, row, only);
    if (problem !== null) errors.push({ field: `items/${n}`, message: problem });
    if (problem !== null || row === undefined) return [];
    const { article_id, package_id, customer_id } = row;
    return [{ article_id, package_id, customer_id, lot, expires_date, qty }];
  });
  return errors.length > 0 ? { errors } : { goods };
}

function findProblem(item: CountedItem, row: GoodsRow | undefined, only: number | null): Message | null {
  const identifiers = [item.code, item.article_id, item.package_id].filter((one) => one !== undefined);
  if (identifiers.length !== 1) return messages.needs_identifier;
  if (row === undefined) return fields.not_known;
  if (row.is_ambiguous) return messages.several_owners;
  if (only !== null && row.article_id !== only) return messages.not_counted;
  if (row.package_id !== null && (item.qty > 1 || item.lot || item.expires_date)) return messages.one_package;
  return null;
}

/** The same goods counted twice add up. */
export function addUp(goods: readonly FoundGoods[], getKey: (one: FoundGoods) => string): FoundGoods[] {
  const sums = new Map<string, FoundGoods>();
  for (const one of goods) {
    const key = getKey(one);
    const before = sums.get(key)?.qty ?? 0;
    // A package is there or not, however often it is scanned.
    sums.set(key, { ...one, qty: one.package_id === null ? before + one.qty : Math.max(before, one.qty) });
  }
  return [...sums.values()];
}

/** Suggests bins for goods that lie in receiving. Nothing is locked: the confirmation decides again. */
import { findFreeCapacity, type StockLineRow } from "#domain/warehouse/inventory/public.ts";
import type { BinRow } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { type Candidate, chooseBin, type Suggestion } from "./rules.ts";

/** The most bins of each rule that are looked at. */
const CANDIDATES_MAX = 40;

export type GoodsToPutAway = Pick<
  StockLineRow,
  "warehouse_id" | "bin_id" | "article_id" | "package_id" | "customer_id" | "lot" | "expires_date" | "qty"
> & { is_damaged: boolean; walk_order: number | null };

export interface SuggestedBin extends Suggestion {
  bin_code: string;
  zone_code: string;
}

type CandidateRow = BinRow & Omit<Candidate, "bin_id" | "fits"> & { zone_code: string };

export async function suggestBin(
  context: Pick<Context<never>, "db" | "business_id">,
  goods: GoodsToPutAway,
): Promise<SuggestedBin | null> {
  const { db, business_id } = context;
  const rows = await db.rows<CandidateRow>(
    `with held as (
       select l.bin_id, bool_or(l.article_id = $4) as holds_article, bool_or(l.customer_id = $5) as holds_owner
         from stock_line l
        where l.business_id = $1 and l.warehouse_id = $2 and l.qty > 0 group by l.bin_id),
     candidate as (
       select b.*, z.code as zone_code, z.kind = 'quarantine' as is_quarantine,
         coalesce(h.holds_article, false) as holds_article, coalesce(h.holds_owner, false) as holds_owner,
         h.bin_id is null as is_empty
         from warehouse_bin b
         join warehouse_zone z on z.business_id = $1 and z.id = b.zone_id
         left join held h on h.bin_id = b.id
        where b.business_id = $1 and b.warehouse_id = $2 and b.id <> $3 and b.status = 'open' and z.status = 'open'
          and z.kind = case when $6 then 'quarantine' else 'storage' end),
     ranked as (
       select c.*, row_number() over (
         partition by case when is_quarantine then 0 when holds_article then 1 when holds_owner then 2 when is_empty then 3 end
         order by abs(walk_order - coalesce($7, 0)) nulls last, code) as rank
         from candidate c where is_quarantine or holds_article or holds_owner or is_empty)
     select id, code, zone_code, is_quarantine, holds_article, holds_owner, is_empty, walk_order, units_max, weight_g_max,
       volume_cm3_max from ranked where rank <= ${CANDIDATES_MAX} order by id`,
    [
      business_id,
      goods.warehouse_id,
      goods.bin_id,
      goods.article_id,
      goods.customer_id,
      goods.is_damaged,
      goods.walk_order,
    ],
  );
  const room = new Map(
    (await findFreeCapacity(context, rows, goods)).map(({ bin_id, fits }) => [bin_id, fits]),
  );
  const suggestion = chooseBin(
    rows.map((row) => ({ ...row, bin_id: row.id, fits: room.get(row.id) ?? 0 })),
    {
      qty: goods.qty,
      is_damaged: goods.is_damaged,
      has_owner: goods.customer_id !== null,
      from_walk_order: goods.walk_order,
    },
  );
  const bin = rows.find(({ id }) => id === suggestion?.bin_id);
  if (suggestion === null || bin === undefined) return null;
  return { ...suggestion, bin_code: bin.code, zone_code: bin.zone_code };
}

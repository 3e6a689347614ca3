/**
 * Rebuilds the stock of a business from its movements, from zero, and compares it with the lines and packages that are
 * stored. A difference is a bug or a manual change in the database.
 */
import { listBusinessIds } from "#operation/caller/business.ts";
import type { Db } from "#platform/db/db.ts";

interface StockDifference {
  business_id: number;
  /** What differs: a line of stock, or where a package is. */
  what: "line" | "package" | "balance";
  id: number | null;
  bin_id: number | null;
  stored: string;
  rebuilt: string;
}

export interface StockReport {
  movements: number;
  differences: StockDifference[];
}

const GOODS = "article_id, package_id, customer_id, lot, expires_date";

/** `db` may be a connection of the system role. */
export async function checkStockOfBusiness(db: Db, business_id: number): Promise<StockReport> {
  const counted = await db.row<{ n: number }>(
    "select count(*) as n from stock_movement where business_id = $1",
    [business_id],
  );
  const lines = await db.rows<{ id: number | null; bin_id: number; stored: number | null; rebuilt: number }>(
    `with rebuilt as (
       select bin_id, ${GOODS}, sum(qty)::bigint as qty from (
         select to_bin_id as bin_id, ${GOODS}, qty from stock_movement where business_id = $1 and to_bin_id is not null
         union all
         select from_bin_id, ${GOODS}, -qty from stock_movement where business_id = $1 and from_bin_id is not null) m
        group by bin_id, ${GOODS}),
     stored as (select * from stock_line where business_id = $1)
     select s.id, coalesce(s.bin_id, r.bin_id) as bin_id, s.qty as stored, coalesce(r.qty, 0)::bigint as rebuilt
       from stored s full join rebuilt r on r.bin_id = s.bin_id
        and coalesce(r.article_id, 0) = coalesce(s.article_id, 0) and coalesce(r.package_id, 0) = coalesce(s.package_id, 0)
        and coalesce(r.customer_id, 0) = coalesce(s.customer_id, 0) and r.lot = s.lot
        and coalesce(r.expires_date, 'infinity') = coalesce(s.expires_date, 'infinity')
      where s.qty is distinct from coalesce(r.qty, 0)`,
    [business_id],
  );
  // What the last movement of a line says that it left there, which a past time is read from.
  const balances = await db.rows<{ id: number; bin_id: number; stored: number; rebuilt: number | null }>(
    `select l.id, l.bin_id, l.qty as stored, last.qty_after as rebuilt from stock_line l
       left join lateral (
         select case when m.to_line_id = l.id then m.to_qty_after else m.from_qty_after end as qty_after, m.at
           from stock_movement m where m.business_id = $1 and (m.to_line_id = l.id or m.from_line_id = l.id)
          order by m.id desc limit 1) last on true
      where l.business_id = $1 and (last.qty_after is distinct from l.qty or last.at is distinct from l.changed_at)`,
    [business_id],
  );
  const packages = await db.rows<{ id: number; bin_id: number | null; rebuilt: number | null }>(
    `select p.id, p.bin_id, l.bin_id as rebuilt from stock_package p
       left join stock_line l on l.business_id = $1 and l.package_id = p.id and l.article_id is null and l.qty > 0
      where p.business_id = $1 and p.bin_id is distinct from l.bin_id`,
    [business_id],
  );
  return {
    movements: counted?.n ?? 0,
    differences: [
      ...lines.map(({ id, bin_id, stored, rebuilt }) => ({
        business_id,
        what: "line" as const,
        id,
        bin_id,
        stored: String(stored ?? "nothing"),
        rebuilt: String(rebuilt),
      })),
      ...balances.map(({ id, bin_id, stored, rebuilt }) => ({
        business_id,
        what: "balance" as const,
        id,
        bin_id,
        stored: String(stored),
        rebuilt: String(rebuilt ?? "nothing"),
      })),
      ...packages.map(({ id, bin_id, rebuilt }) => ({
        business_id,
        what: "package" as const,
        id,
        bin_id,
        stored: `bin ${bin_id ?? "none"}`,
        rebuilt: `bin ${rebuilt ?? "none"}`,
      })),
    ],
  };
}

export async function checkStock(db: Db): Promise<StockReport> {
  const report: StockReport = { movements: 0, differences: [] };
  for (const id of await listBusinessIds(db, { only_active: false })) {
    const business_report = await checkStockOfBusiness(db, id);
    report.movements += business_report.movements;
    report.differences.push(...business_report.differences);
  }
  return report;
}

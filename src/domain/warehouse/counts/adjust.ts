/** The movements by which approved differences of a bin become stock. Its bins are locked. */
import {
  ADJUSTMENT_REASONS,
  findAdjusted,
  type Movement,
  type StockLineRow,
} from "#domain/warehouse/inventory/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { CountLineRow } from "./records/count-entry.ts";

/** `counted`, where no other reason is known. */
export const COUNT_REASONS = ["counted", ...ADJUSTMENT_REASONS] as const;
export type CountReason = (typeof COUNT_REASONS)[number];

/**
 * A package that was found here and is recorded in another bin of the warehouse moves here with what is in it. One that is
 * missing here and has moved since is where it was moved to, and nothing is adjusted.
 */
export async function buildAdjustments(
  context: Context<never>,
  {
    bin_id,
    lines,
    reason,
    packages,
  }: {
    bin_id: number;
    lines: readonly CountLineRow[];
    reason: CountReason;
    /** Where packages are now, with what is in them. */
    packages: readonly StockLineRow[];
  },
): Promise<{ movements: Movement[] } | { fault: string; line: CountLineRow }> {
  const movements: Movement[] = [];
  for (const line of lines) {
    const change = line.counted_qty - line.book_qty;
    const present = packages.filter(({ package_id }) => package_id === line.package_id);
    if (line.package_id !== null && present.length > 0) {
      if (change < 0 && present.every((one) => one.bin_id !== bin_id)) continue;
      if (change > 0) {
        if (present.some((one) => one.bin_id === bin_id)) continue;
        for (const one of present)
          movements.push({ ...one, reason: "counted", from_bin_id: one.bin_id, to_bin_id: bin_id });
        continue;
      }
    }
    const { article_id, package_id, lot, expires_date } = line;
    const adjusted = await findAdjusted(context, {
      bin_id,
      article_id,
      package_id,
      lot,
      expires_date,
      change,
    });
    if ("fault" in adjusted) {
      // Lost meanwhile, by somebody who adjusted it.
      if (adjusted.fault === "not_in_stock" && change < 0) continue;
      return { fault: adjusted.fault, line };
    }
    movements.push(...adjusted.movements.map((movement) => ({ ...movement, reason })));
  }
  return { movements };
}

/**
 * Whether the stock of these goods was adjusted since they were counted: approving would do it twice. What was received,
 * moved or issued since does not matter.
 */
export async function wasAdjustedSince(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  bin_id: number,
  lines: readonly CountLineRow[],
): Promise<boolean> {
  const row = await db.row<{ found: boolean }>(
    `select exists (
       select from json_to_recordset($3::json) as w(article_id bigint, package_id bigint, customer_id bigint, lot text,
           expires_date date, line_changed_at timestamptz)
         join stock_line l on l.business_id = $1 and l.bin_id = $2 and l.article_id is not distinct from w.article_id
          and l.package_id is not distinct from w.package_id and l.customer_id is not distinct from w.customer_id
          and l.lot = w.lot and l.expires_date is not distinct from w.expires_date
         join stock_movement m on m.business_id = $1 and (m.from_line_id = l.id or m.to_line_id = l.id)
        where m.at > coalesce(w.line_changed_at, '-infinity') and m.reason = any($4)) as found`,
    [business_id, bin_id, JSON.stringify(lines), [...COUNT_REASONS]],
  );
  return row?.found === true;
}

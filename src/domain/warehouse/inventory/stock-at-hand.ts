/** Finds what is to be moved, and locks the bins where it lies. */
import { type BinRow, lockBins } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { StockLineRow } from "./records/stock-line.ts";

/** Which stock: lines, packages with their content, or all that lies in a bin. */
export interface StockSelection {
  line_ids?: readonly number[];
  package_ids?: readonly number[];
  bin_ids?: readonly number[];
}

export interface StockAtHand {
  lines: StockLineRow[];
  /** The bins of the lines, and those that were asked for besides, that the caller may work at. */
  bins: BinRow[];
}

/** How often bins are looked for again, because what was wanted moved before they were locked. */
const ATTEMPTS = 3;

/**
 * The lines that are there now, in warehouses where the caller may work, with their bins and `also` locked. Which bins is known only after reading, so after the locks
 * it is read again: lines do not change while their bin is locked. What moved meanwhile to a bin that is not locked is looked
 * for again there.
 */
export async function lockStockAtHand(
  context: Context<never>,
  selection: StockSelection,
  also: readonly number[] = [],
): Promise<StockAtHand> {
  const ids = new Set([...also, ...(selection.bin_ids ?? [])]);
  let lines = await findLines(context, selection);
  for (let attempt = 1; ; attempt += 1) {
    for (const { bin_id } of lines) ids.add(bin_id);
    const bins = await lockBins(context, [...ids]);
    lines = await findLines(context, selection);
    if (lines.every(({ bin_id }) => ids.has(bin_id))) {
      const reached = new Set(bins.map(({ id }) => id));
      return { lines: lines.filter(({ bin_id }) => reached.has(bin_id)), bins };
    }
    if (attempt === ATTEMPTS) throw context.refuse("busy");
  }
}

async function findLines(
  { db, business_id }: Context<never>,
  { line_ids = [], package_ids = [], bin_ids = [] }: StockSelection,
): Promise<StockLineRow[]> {
  const buildQuery = (by: string) => `select * from stock_line where business_id = $1 and qty > 0 and ${by}`;
  return db.rows<StockLineRow>(
    `${buildQuery("id = any($2::bigint[])")} union ${buildQuery("package_id = any($3::bigint[])")}
     union ${buildQuery("bin_id = any($4::bigint[])")} order by id`,
    [business_id, [...line_ids], [...package_ids], [...bin_ids]],
  );
}

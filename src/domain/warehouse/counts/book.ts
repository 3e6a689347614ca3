/** What should lie in a bin that is counted. The bin is locked. */
import type { StockLineRow } from "#domain/warehouse/inventory/public.ts";
import type { Context } from "#operation/define/context.ts";

/**
 * Loose articles and packages; what is in a package is not counted. A line that was emptied is among them, so that goods
 * which came and went while they were counted are seen.
 */
export function loadBook(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  bin_id: number,
  article_id: number | null,
): Promise<StockLineRow[]> {
  return db.rows<StockLineRow>(
    `select * from stock_line where business_id = $1 and bin_id = $2 and (article_id is null or package_id is null)
       and ($3::bigint is null or article_id = $3) order by id`,
    [business_id, bin_id, article_id],
  );
}

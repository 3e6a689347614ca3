/** Tells warehouses how many lines of stock stand in the way of closing a bin, a zone or a warehouse. */
import { stockInBinsRequested } from "#domain/warehouse/warehouses/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const countStock = subscribe(stockInBinsRequested, async ({ db, business_id }, bins) => {
  const [[column, id] = []] = Object.entries(bins);
  const row = await db.row<{ stock: number }>(
    `select count(*) as stock from warehouse_bin b
       join stock_line l on l.business_id = $1 and l.bin_id = b.id and l.qty > 0
      where b.business_id = $1 and b.${column} = $2`,
    [business_id, id],
  );
  return row?.stock ?? 0;
});

/** What still needs a warehouse. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { type BinsOf, stockInBinsRequested, warehouseUsesRequested } from "./topics.ts";

export const WarehouseUses = Type.Object(
  {
    open_orders: Type.Integer({ description: "Orders that start here and have not ended." }),
    goods: Type.Integer({ description: "Orders whose goods are here and that have not ended." }),
    open_routes: Type.Integer({ description: "Routes that start or end here and have not been completed." }),
    stock: Type.Integer({ description: "Lines of stock in its bins." }),
  },
  { $id: "WarehouseUses", description: "What stands in the way of closing it." },
);
type WarehouseUses = Type.Static<typeof WarehouseUses>;

type Publisher = Pick<Context<never>, "publish">;

export async function countUses(context: Publisher, warehouse_id: number): Promise<WarehouseUses> {
  const [uses, stock] = await Promise.all([
    context.publish(warehouseUsesRequested, { warehouse_id }),
    countStock(context, { warehouse_id }),
  ]);
  return Object.assign({ open_orders: 0, goods: 0, open_routes: 0 }, ...uses, { stock });
}

/** Lines of stock in a bin, in the bins of a zone, or in those of a warehouse. */
export async function countStock(context: Publisher, bins: BinsOf): Promise<number> {
  const counts = await context.publish(stockInBinsRequested, bins);
  return counts.reduce((sum, count) => sum + count, 0);
}

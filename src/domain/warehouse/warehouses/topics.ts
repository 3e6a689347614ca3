/** What warehouses ask the families that use them, before they close. */
import { defineTopic } from "#operation/define/topic.ts";

/** What still needs a warehouse, by what it is: see `WarehouseUses`. */
export const warehouseUsesRequested = defineTopic<
  { warehouse_id: number },
  { open_orders: number; goods: number } | { open_routes: number }
>("warehouse.uses_requested");

export type BinsOf = { warehouse_id: number } | { zone_id: number } | { id: number };

/** The lines of stock in a bin (`id`), in the bins of a zone, or in those of a warehouse. */
export const stockInBinsRequested = defineTopic<BinsOf, number>("warehouse.stock_requested");

/** Tells warehouses which orders stand in the way of closing one. */
import { warehouseUsesRequested } from "#domain/warehouse/warehouses/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const countOrdersOfWarehouse = subscribe(
  warehouseUsesRequested,
  async ({ db, business_id }, { warehouse_id }) => {
    const row = await db.row<{ open_orders: number; goods: number }>(
      `select count(*) filter (where origin_warehouse_id = $2) as open_orders,
         count(*) filter (where current_warehouse_id = $2) as goods
       from delivery_order
       where business_id = $1 and status not in ('DELIVERED', 'RETURNED', 'REJECTED', 'CANCELLED')
         and (origin_warehouse_id = $2 or current_warehouse_id = $2)`,
      [business_id, warehouse_id],
    );
    return row ?? { open_orders: 0, goods: 0 };
  },
);

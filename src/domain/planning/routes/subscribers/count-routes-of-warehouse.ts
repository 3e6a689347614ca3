/** Tells warehouses how many routes stand in the way of closing one. */
import { warehouseUsesRequested } from "#domain/warehouse/warehouses/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const countRoutesOfWarehouse = subscribe(
  warehouseUsesRequested,
  async ({ db, business_id }, { warehouse_id }) => {
    const row = await db.row<{ open_routes: number }>(
      `select count(*) as open_routes from route
        where business_id = $1 and status not in ('COMPLETED', 'CLOSED', 'CANCELLED')
          and (start_warehouse_id = $2 or end_warehouse_id = $2)`,
      [business_id, warehouse_id],
    );
    return row ?? { open_routes: 0 };
  },
);

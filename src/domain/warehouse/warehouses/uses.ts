/** What still needs a warehouse. */
import Type from "typebox";
import type { Db } from "#platform/db/db.ts";

export const WarehouseUses = Type.Object(
  {
    open_orders: Type.Integer({ description: "Orders that start here and have not ended." }),
    goods: Type.Integer({ description: "Orders whose goods are here and that have not ended." }),
    open_routes: Type.Integer({ description: "Routes that start or end here and have not been completed." }),
    stock: Type.Integer({ description: "Lines of stock in its bins." }),
  },
  { $id: "WarehouseUses", description: "What stands in the way of closing it." },
);

export async function countUses(
  db: Db,
  business_id: number,
  warehouse_id: number,
): Promise<Type.Static<typeof WarehouseUses>> {
  const [orders, routes, stock] = await Promise.all([
    db.row<{ open_orders: number; goods: number }>(
      `select count(*) filter (where origin_warehouse_id = $2) as open_orders,
         count(*) filter (where current_warehouse_id = $2) as goods
       from delivery_order
       where business_id = $1 and status not in ('DELIVERED', 'RETURNED', 'REJECTED', 'CANCELLED')
         and (origin_warehouse_id = $2 or current_warehouse_id = $2)`,
      [business_id, warehouse_id],
    ),
    db.row<{ open_routes: number }>(
      `select count(*) as open_routes from route
        where business_id = $1 and status not in ('COMPLETED', 'CLOSED', 'CANCELLED')
          and (start_warehouse_id = $2 or end_warehouse_id = $2)`,
      [business_id, warehouse_id],
    ),
    countStock(db, business_id, { warehouse_id }),
  ]);
  return { open_orders: 0, goods: 0, open_routes: 0, ...orders, ...routes, stock };
}

/** Lines of stock in a bin, in the bins of a zone, or in those of a warehouse. */
export async function countStock(
  db: Db,
  business_id: number,
  inside: { warehouse_id: number } | { zone_id: number } | { id: number },
): Promise<number> {
  const [[column, id] = []] = Object.entries(inside);
  const row = await db.row<{ stock: number }>(
    `select count(*) as stock from warehouse_bin b
       join stock_line l on l.business_id = $1 and l.bin_id = b.id and l.qty > 0
      where b.business_id = $1 and b.${column} = $2`,
    [business_id, id],
  );
  return row?.stock ?? 0;
}

/** Where the goods of an order start and where they go. */
import type { OrderRow } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Place } from "#vocabulary/place.ts";

export interface Ends {
  pickup: Place | null;
  dropoff: Place | null;
}

type WithPlaces = Pick<OrderRow, "id" | "pickup" | "dropoff" | "origin_warehouse_id" | "type">;

/** An end that an order does not name is a warehouse. */
export async function loadEnds(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  orders: readonly WithPlaces[],
): Promise<Map<number, Ends>> {
  const lacking = orders.some(({ pickup, dropoff }) => pickup === null || dropoff === null);
  const warehouses = lacking
    ? await db.rows<{ id: number; place: Place; is_depot: boolean }>(
        "select id, place, is_depot from warehouse where business_id = $1 and (is_depot or id = any($2::bigint[]))",
        [business_id, orders.flatMap(({ origin_warehouse_id }) => origin_warehouse_id ?? [])],
      )
    : [];
  const depot = warehouses.find(({ is_depot }) => is_depot)?.place ?? null;
  return new Map(
    orders.map((order) => {
      const origin = warehouses.find(({ id }) => id === order.origin_warehouse_id)?.place ?? depot;
      return [order.id, { pickup: order.pickup ?? origin, dropoff: order.dropoff ?? depot }];
    }),
  );
}

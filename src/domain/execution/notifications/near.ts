/** Orders whose driver comes soon. */
import type { Context } from "#operation/define/context.ts";

/** Orders out for delivery, or to be collected, on a route with at most so many open stops before their own. */
export async function findNearOrders(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  route_id: number,
  near_stops: number,
): Promise<number[]> {
  const rows = await db.rows<{ order_id: number }>(
    `with open as (
       select s.id, row_number() over (order by s.seq) as place from stop s
       where s.business_id = $1 and s.route_id = $2 and s.status in ('PENDING', 'ARRIVED') order by s.seq limit $3)
     select distinct o.id as order_id from open
       join stop_task t on t.business_id = $1 and t.stop_id = open.id and t.status = 'PENDING'
       join delivery_order o on o.business_id = $1 and o.id = t.order_id
         and (o.status = 'OUT_FOR_DELIVERY' or o.type = 'P' and o.status = 'DISPATCHED')
     order by o.id`,
    [business_id, route_id, near_stops + 1],
  );
  return rows.map(({ order_id }) => order_id);
}

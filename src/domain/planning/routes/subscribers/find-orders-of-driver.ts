/** Tells orders which of them a driver may read: those of its routes. */
import { ordersOfDriverRequested } from "#domain/orders/orders/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const findOrdersOfDriver = subscribe(
  ordersOfDriverRequested,
  async ({ db, business_id }, { driver_id, order_ids }) => {
    const rows = await db.rows<{ order_id: number }>(
      `select distinct t.order_id from stop_task t join stop s on s.business_id = $1 and s.id = t.stop_id
         join route r on r.business_id = $1 and r.id = s.route_id
        where t.business_id = $1 and t.order_id = any($2::bigint[]) and r.driver_id = $3`,
      [business_id, [...order_ids], driver_id],
    );
    return rows.map(({ order_id }) => order_id);
  },
);

/** Tells labels on which stop of which route an order is. */
import { routeHintRequested } from "#domain/carriers/labels/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const findRouteHint = subscribe(routeHintRequested, ({ db, business_id }, { order_id }) =>
  db.row<{ number: string; seq: number }>(
    `select r.number, s.seq from stop_task t
       join stop s on s.business_id = t.business_id and s.id = t.stop_id
       join route r on r.business_id = s.business_id and r.id = s.route_id
       join delivery_order o on o.business_id = t.business_id and o.id = t.order_id and o.route_id = r.id
      where t.business_id = $1 and t.order_id = $2 and t.status <> 'REMOVED' order by (t.action = 'dropoff') desc, s.seq limit 1`,
    [business_id, order_id],
  ),
);

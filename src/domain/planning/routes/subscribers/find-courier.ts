/** Tells orders who brings them, while their route is on its way. */
import { type Courier, courierRequested } from "#domain/orders/orders/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const findCourier = subscribe(
  courierRequested,
  async ({ db, business_id }, { order_id, route_id }): Promise<Courier | undefined> => {
    if (route_id === null) return undefined;
    return db.row<Courier>(
      `select s.stops_before, d.lat, d.lng, d.position_at from route r
         left join driver d on d.business_id = $1 and d.id = r.driver_id
         left join lateral (
           select (select count(*) from stop e where e.business_id = $1 and e.route_id = r.id and e.seq < mine.seq
             and e.status in ('PENDING', 'ARRIVED')) as stops_before
           from stop_task t join stop mine on mine.id = t.stop_id and mine.business_id = $1
           where t.business_id = $1 and t.order_id = $2 and mine.route_id = r.id and t.status = 'PENDING'
           order by mine.seq limit 1) s on true
       where r.business_id = $1 and r.id = $3 and r.status = 'IN_PROGRESS'`,
      [business_id, order_id, route_id],
    );
  },
);

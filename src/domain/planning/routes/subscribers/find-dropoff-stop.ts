/** Tells orders where they are dropped off on their route. */
import { type DropoffStop, dropoffStopRequested } from "#domain/orders/orders/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const findDropoffStop = subscribe(
  dropoffStopRequested,
  async ({ db, business_id }, { order_id, route_id }): Promise<DropoffStop | undefined> => {
    if (route_id === null) return undefined;
    return db.row<DropoffStop>(
      `select s.id as stop_id, r.id as route_id, r.driver_id, r.actual_start_at is not null as has_started from route r
         join stop s on s.business_id = r.business_id and s.route_id = r.id
         join stop_task t on t.business_id = s.business_id and t.stop_id = s.id
        where r.business_id = $1 and r.id = $2 and t.order_id = $3 and t.action <> 'pickup' and t.status <> 'REMOVED'
        order by s.seq desc limit 1`,
      [business_id, route_id, order_id],
    );
  },
);

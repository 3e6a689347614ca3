/** Tells orders which rider brings them, once the goods were picked up. Orders on routes have a driver. */
import { type Courier, courierRequested } from "#domain/orders/orders/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const findRider = subscribe(
  courierRequested,
  async ({ db, business_id }, { order_id, route_id }): Promise<Courier | undefined> => {
    if (route_id !== null) return undefined;
    return db.row<Courier>(
      `select 0 as stops_before, d.lat, d.lng, d.position_at from instant_job j
         join driver d on d.business_id = $1 and d.id = j.driver_id
        where j.business_id = $1 and j.order_id = $2 and j.state in ('PICKED_UP', 'AT_DROPOFF') limit 1`,
      [business_id, order_id],
    );
  },
);

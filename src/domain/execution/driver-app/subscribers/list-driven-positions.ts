/** Tells orders where the driver of their route was. */
import { drivenPositionsRequested, type Position } from "#domain/orders/orders/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const listDrivenPositions = subscribe(
  drivenPositionsRequested,
  ({ db, business_id }, { route_id, from, to, limit }) =>
    db.rows<Position>(
      `select p.id, p.at, p.lat, p.lng, p.accuracy_m from driver_position p join route r on r.driver_id = p.driver_id
        where r.business_id = $1 and r.id = $2 and p.business_id = $1 and p.route_id = $2 and p.at >= $3 and p.at <= $4
        order by p.at, p.id limit $5`,
      [business_id, route_id, from, to, limit],
    ),
);

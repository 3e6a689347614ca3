/** Tells orders who drives routes. */
import { routeDriversRequested } from "#domain/orders/orders/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const nameRouteDrivers = subscribe(routeDriversRequested, ({ db, business_id }, { route_ids }) =>
  db.rows<{ route_id: number; driver_id: number; driver_name: string }>(
    `select r.id as route_id, d.id as driver_id, d.name as driver_name from route r
       join driver d on d.business_id = $1 and d.id = r.driver_id
      where r.business_id = $1 and r.id = any($2::bigint[])`,
    [business_id, [...route_ids]],
  ),
);

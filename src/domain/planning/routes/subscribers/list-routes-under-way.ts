/** Tells drivers the routes on which they are. */
import { type RouteUnderWay, routesUnderWayRequested } from "#domain/fleet/drivers/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const listRoutesUnderWay = subscribe(routesUnderWayRequested, ({ db, business_id }, { driver_ids }) =>
  db.rows<RouteUnderWay>(
    `select distinct on (driver_id) driver_id, id as route_id, number as route_number, stops_total, stops_resolved from route
      where business_id = $1 and driver_id = any($2::bigint[]) and status = 'IN_PROGRESS' order by driver_id, id desc`,
    [business_id, [...driver_ids]],
  ),
);

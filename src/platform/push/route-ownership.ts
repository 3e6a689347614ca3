/** The owner of a route and the drivers of a business, for clients that may follow them. */
import type pg from "pg";
import { systemDb } from "../db/db.ts";

export interface RouteOwnership {
  /** Undefined when the business has no such route; `driver_id` is null until the route is released to a driver. */
  findRoute(business_id: number, route_id: number): Promise<{ driver_id: number | null } | undefined>;
  hasDriver(business_id: number, driver_id: number): Promise<boolean>;
}

export function createRouteOwnership(system: pg.Pool): RouteOwnership {
  const db = systemDb(system);
  return {
    findRoute: (business_id, route_id) =>
      db.row<{ driver_id: number | null }>(
        `select case when status in ('DRAFT', 'PLANNED', 'POSTED', 'ASSIGNED') then null else driver_id end as driver_id
           from route where business_id = $1 and id = $2`,
        [business_id, route_id],
      ),
    async hasDriver(business_id, driver_id) {
      const row = await db.row("select 1 as found from driver where business_id = $1 and id = $2", [
        business_id,
        driver_id,
      ]);
      return row !== undefined;
    },
  };
}

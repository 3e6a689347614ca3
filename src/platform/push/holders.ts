/** Whose a route is and which drivers there are, for those who may follow them. */
import type pg from "pg";
import { doorOf } from "../db/db.ts";

export interface Holders {
  /** Undefined when the business has no such route; the driver only once the route is released to one. */
  routeOf(business_id: number, route_id: number): Promise<{ driver_id: number | null } | undefined>;
  hasDriver(business_id: number, driver_id: number): Promise<boolean>;
}

export function holdersOver(system: pg.Pool): Holders {
  const db = doorOf(system);
  return {
    routeOf: (business_id, route_id) =>
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

/** Tells the address book where a driver goes. */
import { drivenPlacesRequested } from "#domain/locations/addressbook/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import type { Place } from "#vocabulary/place.ts";

export const listDrivenPlaces = subscribe(
  drivenPlacesRequested,
  async ({ db, business_id }, { driver_id }) => {
    const rows = await db.rows<{ place: Place | null }>(
      `with own as (
         select id, start_place, end_place from route
          where business_id = $1 and driver_id = $2 and status = any($3::text[])),
       visits as (
         select distinct t.order_id, t.action from own join stop s on s.business_id = $1 and s.route_id = own.id
           join stop_task t on t.business_id = $1 and t.stop_id = s.id where t.status <> 'REMOVED')
       select case when v.action = 'pickup' then o.pickup else coalesce(o.dropoff, o.pickup) end as place
         from visits v join delivery_order o on o.business_id = $1 and o.id = v.order_id
       union all select start_place from own union all select end_place from own`,
      [business_id, driver_id, ["RELEASED", "LOADED", "IN_PROGRESS", "COMPLETED"]],
    );
    return rows.map(({ place }) => place);
  },
);

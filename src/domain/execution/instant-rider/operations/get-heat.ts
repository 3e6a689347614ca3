/** What was asked for in the zones of the caller's fleet: observed, no forecast. */
import Type from "typebox";
import { getOwnDriver } from "#domain/execution/driver-app/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Count } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { RIDER_READ } from "../refusals.ts";

const HOUR_MS = 3_600_000;

export const getHeat = defineOperation({
  name: "instantRiderHeat",
  summary: "Get the demand in the own zones",
  ...RIDER_READ,
  rest: { method: "GET", path: "/api/v1/instant-rider/heat" },
  output: Type.Object({
    result: Type.Boolean(),
    zones: Type.Array(
      Type.Object({
        id: Ref("instant_zone"),
        name: Type.String(),
        waiting: { ...Count, description: "Jobs for which a rider is searched." },
        last_hour: { ...Count, description: "Jobs of the last hour." },
        riders_online: Count,
      }),
    ),
  }),

  async run(context) {
    const { db, business_id, now } = context;
    const driver = await getOwnDriver(context, { lock: false });
    const zones = await db.rows<{
      id: number;
      name: string;
      waiting: number;
      last_hour: number;
      riders_online: number;
    }>(
      `select z.id, z.name, coalesce(c.waiting, 0) as waiting, coalesce(c.last_hour, 0) as last_hour,
         (select count(*) from instant_rider r join fleet_driver f on f.business_id = $1 and f.driver_id = r.driver_id
           where r.business_id = $1 and r.is_online and f.fleet_id = z.fleet_id) as riders_online
       from fleet_driver m join instant_zone z on z.business_id = $1 and z.fleet_id = m.fleet_id
         left join lateral (
           select count(*) filter (where j.state in ('SEARCHING', 'OFFERED')) as waiting,
             count(*) filter (where j.created_at >= $3) as last_hour
           from instant_job j join delivery_order o on o.business_id = $1 and o.id = j.order_id
             left join warehouse w on w.business_id = $1 and w.id = o.origin_warehouse_id
           where j.business_id = $1 and (j.created_at >= $3 or j.state in ('SEARCHING', 'OFFERED'))
             and poly_contain_pt(z.area, point((coalesce(o.pickup, w.place) ->> 'lng')::float8, (coalesce(o.pickup, w.place) ->> 'lat')::float8))
         ) c on true
       where m.business_id = $1 and m.driver_id = $2 order by z.name, z.id`,
      [business_id, driver.id, new Date(now.getTime() - HOUR_MS)],
    );
    return { result: true, zones };
  },
});

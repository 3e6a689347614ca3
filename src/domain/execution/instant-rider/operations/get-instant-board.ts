/** The live board: riders with the age of their positions, jobs under way with the offers that are open. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Count, Nullable, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import type { JobRow } from "../records/job.ts";
import { buildZoneView, type ZoneRow } from "../records/zone.ts";
import { ACTIVE_STATES, OPEN_STATES, POSITION_MAX_AGE_S } from "../rules.ts";
import { Job, RiderPosition, Zone } from "../shapes.ts";
import { loadJobViews } from "../views.ts";

const JOBS_MAX = 200;
const RIDERS_MAX = 500;

interface RiderFacts {
  driver_id: number;
  name: string;
  online: boolean;
  online_since: string | null;
  lat: number | null;
  lng: number | null;
  position_at: string | null;
  active_jobs: number;
  open_offers: number;
  fleet_id: number | null;
}

export const getInstantBoard = defineOperation({
  name: "clientInstantBoard",
  summary: "Get the board of instant deliveries",
  access: { scopes: ["dispatch:read"] },
  feature: "instant_deliver",
  rest: { method: "GET", path: "/api/v1/client/instant/board" },
  output: Type.Object({
    result: Type.Boolean(),
    now: Timestamp,
    riders: Type.Array(
      Type.Object({
        driver_id: Ref("driver"),
        name: Type.String(),
        fleet_id: Nullable(Ref("fleet")),
        online: Type.Boolean(),
        online_since: Nullable(Timestamp),
        position: Nullable(RiderPosition),
        position_age_s: Nullable(Count),
        position_is_old: Type.Boolean({ description: "Too old to be asked." }),
        active_jobs: Count,
        open_offers: Count,
      }),
      { description: "Riders who are online, or have a job that goes on." },
    ),
    jobs: Type.Array(Job, { description: "Under way, oldest first." }),
    jobs_total: Count,
    zones: Type.Array(Zone),
  }),

  async run(context) {
    const { db, business_id, now } = context;
    const [riders, jobs, counted, zones] = await Promise.all([
      db.rows<RiderFacts>(
        `select r.driver_id, d.name, r.is_online as online, r.online_since, d.lat, d.lng, d.position_at,
           (select count(*) from instant_job j where j.business_id = $1 and j.driver_id = d.id and j.state = any($2::text[])) as active_jobs,
           (select count(*) from instant_offer o where o.business_id = $1 and o.driver_id = d.id and o.state = 'OFFERED') as open_offers,
           (select m.fleet_id from fleet_driver m where m.business_id = $1 and m.driver_id = d.id limit 1) as fleet_id
         from instant_rider r join driver d on d.business_id = $1 and d.id = r.driver_id
        where r.business_id = $1 and (r.is_online or exists (
          select from instant_job j where j.business_id = $1 and j.driver_id = d.id and j.state = any($2::text[])))
        order by d.name, d.id limit ${RIDERS_MAX}`,
        [business_id, ACTIVE_STATES],
      ),
      db.rows<JobRow>(
        `select * from instant_job where business_id = $1 and state = any($2::text[]) order by id limit ${JOBS_MAX}`,
        [business_id, OPEN_STATES],
      ),
      db.row<{ total: number }>(
        "select count(*) as total from instant_job where business_id = $1 and state = any($2::text[])",
        [business_id, OPEN_STATES],
      ),
      db.rows<ZoneRow>("select * from instant_zone where business_id = $1 order by name, id limit 200", [
        business_id,
      ]),
    ]);
    return {
      result: true,
      now: now.toISOString(),
      riders: riders.map(({ lat, lng, position_at: at, ...rider }) => {
        const age_s = at === null ? null : Math.max(0, Math.round((now.getTime() - Date.parse(at)) / 1000));
        return {
          ...rider,
          position: lat !== null && lng !== null && at !== null ? { lat, lng, at } : null,
          position_age_s: age_s,
          position_is_old: age_s === null || age_s > POSITION_MAX_AGE_S,
        };
      }),
      jobs: await loadJobViews(context, jobs),
      jobs_total: counted?.total ?? 0,
      zones: zones.map(buildZoneView),
    };
  },
});

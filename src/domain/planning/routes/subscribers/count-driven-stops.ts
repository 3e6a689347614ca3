/** Counts for drivers what they did on their routes. */
import { type DrivenStops, drivenStopsRequested } from "#domain/fleet/drivers/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const countDrivenStops = subscribe(
  drivenStopsRequested,
  async ({ db, business_id }, { driver_id, from, to }) => {
    const counted = await db.row<DrivenStops>(
      `with mine as (
         select id from route where business_id = $1 and driver_id = $2 and date between $3::date and $4::date
           and status in ('IN_PROGRESS', 'COMPLETED', 'CLOSED')),
       visited as (
         select s.* from mine join stop s on s.business_id = $1 and s.route_id = mine.id and s.status in ('DONE', 'PARTIAL', 'FAILED'))
       select (select count(*) from mine) as routes,
         count(*) filter (where status = 'DONE') as stops_done,
         count(*) filter (where status = 'PARTIAL') as stops_partial,
         count(*) filter (where status = 'FAILED') as stops_failed,
         count(*) filter (where window_end is not null) as stops_with_window,
         count(*) filter (where window_end is not null and coalesce(arrived_at, done_at) <= window_end) as stops_on_time
       from visited`,
      [business_id, driver_id, from, to],
    );
    if (counted === undefined) throw new Error("A count has one row.");
    return counted;
  },
);

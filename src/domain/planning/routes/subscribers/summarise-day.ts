/** Counts the routes of a day for its summary. */
import { daySummaryRequested } from "#domain/orders/orders/public.ts";
import { subscribe } from "#operation/define/topic.ts";

interface RouteCounts {
  routes: number;
  planned: number;
  released: number;
  in_progress: number;
  finished: number;
  stops_total: number;
  stops_resolved: number;
}

export const summariseRoutes = subscribe(
  daySummaryRequested,
  async ({ db, business_id }, { date }) =>
    (await db.row<RouteCounts>(
      `select count(*) as routes,
         count(*) filter (where status in ('DRAFT', 'PLANNED', 'POSTED', 'ASSIGNED')) as planned,
         count(*) filter (where status in ('RELEASED', 'LOADED')) as released,
         count(*) filter (where status = 'IN_PROGRESS') as in_progress,
         count(*) filter (where status in ('COMPLETED', 'CLOSED')) as finished,
         coalesce(sum(stops_total), 0)::int as stops_total, coalesce(sum(stops_resolved), 0)::int as stops_resolved
       from route where business_id = $1 and date = $2::date and status <> 'CANCELLED'`,
      [business_id, date],
    )) ?? {},
);

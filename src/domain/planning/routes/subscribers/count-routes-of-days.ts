/** Tells fleets how many routes are planned for each day. */
import { type RoutesOfDay, routesOfDaysRequested } from "#domain/fleet/fleets/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const countRoutesOfDays = subscribe(
  routesOfDaysRequested,
  ({ db, business_id }, { contractor_id, from, to }) =>
    db.rows<RoutesOfDay>(
      `select date, count(*)::int as routes, count(*) filter (where driver_id is null)::int as unassigned from route
        where business_id = $1 and date between $2::date and $3::date and status <> 'CANCELLED' and contractor_id is not distinct from $4
        group by date`,
      [business_id, from, to, contractor_id],
    ),
);

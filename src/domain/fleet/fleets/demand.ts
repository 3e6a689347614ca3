/** What is planned to be delivered on each day, beside the shifts that deliver it. */
import type { Context } from "#operation/define/context.ts";
import type { FleetRow } from "./records/fleet.ts";
import { routesOfDaysRequested } from "./topics.ts";

interface Day {
  date: string;
  orders: number;
  units: number;
  weight_g: number;
  routes: number;
  routes_unassigned: number;
  drivers: number;
  open_shifts: number;
  shift_min: number;
  capacity_units: number | null;
  capacity_weight_g: number | null;
}

/** Orders that the owner of the fleet delivers itself: those of a contractor, or those of nobody else. */
export async function loadDemand(
  { db, business_id, publish }: Pick<Context, "db" | "business_id" | "publish">,
  { id, contractor_id }: Pick<FleetRow, "id" | "contractor_id">,
  from: string,
  to: string,
): Promise<Day[]> {
  const [days, answers] = await Promise.all([
    db.rows<Omit<Day, "routes" | "routes_unassigned">>(
      `select days.date::date as date, coalesce(o.orders, 0) as orders, coalesce(o.units, 0) as units, coalesce(o.weight_g, 0) as weight_g,
       coalesce(s.drivers, 0) as drivers,
       coalesce(s.open_shifts, 0) as open_shifts, coalesce(s.minutes, 0) as shift_min, s.capacity_units, s.capacity_weight_g
     from generate_series($3::date, $4::date, interval '1 day') as days(date)
     left join (
       select scheduled_date as date, count(*)::int as orders, sum(units)::int as units, sum(weight_g)::bigint as weight_g from delivery_order
        where business_id = $1 and scheduled_date between $3::date and $4::date and delivery_kind = 'self'
          and status not in ('DELIVERED', 'RETURNED', 'REJECTED', 'CANCELLED') and ($5::bigint is null and contractor_account_id is null
            or contractor_account_id in (select a.id from account a where a.business_id = $1 and a.contractor_id = $5))
        group by scheduled_date) o on o.date = days.date::date
     left join (
       select h.date, count(distinct h.driver_id)::int as drivers, count(*) filter (where h.driver_id is null)::int as open_shifts,
           round(sum(extract(epoch from h.ends_at - h.starts_at) / 60 - h.break_min))::int as minutes,
           case when bool_or(h.vehicle_id is not null and v.capacity_units is null) then null else coalesce(sum(v.capacity_units), 0)::int end as capacity_units,
           case when bool_or(h.vehicle_id is not null and v.capacity_weight_g is null) then null else coalesce(sum(v.capacity_weight_g), 0)::bigint end as capacity_weight_g
         from shift h left join vehicle v on v.business_id = $1 and v.id = h.vehicle_id
        where h.business_id = $1 and h.fleet_id = $2 and h.date between $3::date and $4::date and h.status not in ('CANCELLED', 'NO_SHOW')
        group by h.date) s on s.date = days.date::date
     order by days.date`,
      [business_id, id, from, to, contractor_id],
    ),
    publish(routesOfDaysRequested, { contractor_id, from, to }),
  ]);
  const planned = new Map(answers.flat().map((day) => [day.date, day]));
  return days.map((day) => {
    const { routes = 0, unassigned: routes_unassigned = 0 } = planned.get(day.date) ?? {};
    return { ...day, routes, routes_unassigned };
  });
}

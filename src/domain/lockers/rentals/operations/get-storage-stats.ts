/** How lockers were rented, by day: how long something was in them, what was overdue, what was earned. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate } from "#vocabulary/basics.ts";
import { addDays } from "#vocabulary/calendar.ts";
import { Price, PriceCurrency, PriceHidden } from "#vocabulary/price.ts";
import { messages } from "../messages.ts";

const DAYS_MAX = 92;

interface SizeOfRentals {
  size: string;
  started: number;
  occupied_h: number;
  overdue: number;
}

interface Day {
  date: string;
  started: number;
  compartments: number;
  occupied_h: number;
  overdue: number;
  revenue_minor: number;
}

export const getStorageStats = defineOperation({
  name: "lockerStorageStats",
  summary: "Get how lockers were rented",
  description:
    "Days are those of the business's time zone. Revenue counts on the day on which it was charged.",
  access: { roles: ["client_admin"], scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/locker-storage/stats" },
  input: Type.Object({ from: CalendarDate, to: CalendarDate }),
  output: Type.Object({
    result: Type.Boolean(),
    currency: PriceCurrency("storage_services"),
    price_hidden: PriceHidden,
    days: Type.Array(
      Type.Object(
        {
          date: CalendarDate,
          started: Type.Integer({ description: "Rentals whose booked time began." }),
          compartments: Type.Integer({ description: "That there were." }),
          occupied_h: Type.Number({
            description: "Hours of all rentals together in which something was in.",
          }),
          overdue: Type.Integer({ description: "Rentals that were in a locker beyond their booked time." }),
          revenue_minor: Price("storage_services", "Minor units; what was returned is taken off."),
          price_hidden: PriceHidden,
        },
        { $id: "StorageStatsDay" },
      ),
    ),
    hours: Type.Array(
      Type.Object(
        {
          hour: Type.Integer({
            minimum: 0,
            maximum: 23,
            description: "Of the day, in the business's time zone.",
          }),
          put_in: Type.Integer({ description: "Rentals into which something was put in this hour." }),
          taken_out: Type.Integer(),
        },
        { $id: "StorageStatsHour" },
      ),
      { description: "All days together: 24." },
    ),
    sizes: Type.Array(
      Type.Object(
        {
          size: Type.String(),
          started: Type.Integer({ description: "Rentals whose booked time began." }),
          occupied_h: Type.Number(),
          overdue: Type.Integer({
            description: "Of those that began: in a locker beyond their booked time.",
          }),
        },
        { $id: "StorageStatsSize" },
      ),
      { description: "The most asked for first." },
    ),
  }),
  refusals: { period_too_long: "invalid" },

  async run(context, { from, to }) {
    const { db, business_id, business, now, refuse } = context;
    if (to < from || addDays(from, DAYS_MAX) <= to)
      throw refuse("period_too_long", { message: messages.period_too_long, values: { days: DAYS_MAX } });
    const days = await db.rows<Day>(
      `with day as (
         select d::date as date, d::date::timestamp at time zone $4 as starts_at, (d::date + 1)::timestamp at time zone $4 as ends_at
           from generate_series($2::date, $3::date, '1 day') d),
       rental as (
         select r.*, coalesce(r.actual_to, $5) as until from storage_rental r where r.business_id = $1),
       amount as (
         select booked_from as at, price_minor as minor from rental where price_minor is not null
         union all
         select (c->>'at')::timestamptz, (c->>'amount_minor')::bigint from rental, jsonb_array_elements(charges) c)
       select day.date::text,
         (select count(*)::int from rental where booked_from >= day.starts_at and booked_from < day.ends_at) as started,
         (select count(*)::int from locker_compartment c where c.business_id = $1 and c.created_at < day.ends_at) as compartments,
         (select round(coalesce(sum(extract(epoch from least(until, day.ends_at, $5) - greatest(actual_from, day.starts_at))), 0) / 3600, 2)::float8
            from rental where actual_from < least(day.ends_at, $5) and until > day.starts_at) as occupied_h,
         (select count(*)::int from rental
           where actual_from is not null and booked_to < least(day.ends_at, until) and until > day.starts_at) as overdue,
         (select coalesce(sum(minor), 0)::bigint from amount where at >= day.starts_at and at < day.ends_at) as revenue_minor
       from day order by day.date`,
      [business_id, from, to, business.time_zone, now],
    );
    const period = [business_id, from, to, business.time_zone, now];
    const hours = await db.rows<{ hour: number; put_in: number; taken_out: number }>(
      `with period as (select $2::date::timestamp at time zone $4 as starts_at, ($3::date + 1)::timestamp at time zone $4 as ends_at),
       used as (
         select extract(hour from r.actual_from at time zone $4)::int as hour, 1 as put_in, 0 as taken_out
           from storage_rental r, period where r.business_id = $1 and r.actual_from >= starts_at and r.actual_from < least(ends_at, $5)
         union all
         select extract(hour from r.actual_to at time zone $4)::int, 0, 1
           from storage_rental r, period where r.business_id = $1 and r.actual_to >= starts_at and r.actual_to < least(ends_at, $5))
       select h.hour, coalesce(sum(u.put_in), 0)::int as put_in, coalesce(sum(u.taken_out), 0)::int as taken_out
         from generate_series(0, 23) h(hour) left join used u on u.hour = h.hour group by h.hour order by h.hour`,
      period,
    );
    const sizes = await db.rows<SizeOfRentals>(
      `with period as (
         select $2::date::timestamp at time zone $4 as starts_at, least(($3::date + 1)::timestamp at time zone $4, $5) as ends_at)
       select r.size, count(*) filter (where r.booked_from >= p.starts_at and r.booked_from < p.ends_at)::int as started,
         round(coalesce(sum(extract(epoch from least(coalesce(r.actual_to, $5), p.ends_at) - greatest(r.actual_from, p.starts_at)))
           filter (where r.actual_from < p.ends_at and coalesce(r.actual_to, $5) > p.starts_at), 0) / 3600, 2)::float8 as occupied_h,
         count(*) filter (where r.booked_from >= p.starts_at and r.booked_from < p.ends_at
           and r.actual_from is not null and r.booked_to < least(coalesce(r.actual_to, $5), $5))::int as overdue
       from storage_rental r, period p where r.business_id = $1
         and (r.booked_from >= p.starts_at and r.booked_from < p.ends_at
           or r.actual_from < p.ends_at and coalesce(r.actual_to, $5) > p.starts_at)
       group by r.size order by started desc, r.size`,
      period,
    );
    return { result: true, currency: business.currency, days, hours, sizes };
  },
});

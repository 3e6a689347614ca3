/**
 * Counts of a driver's work in a period: no score, no ranking. On time means arrived before the window of the
 * stop ended; first attempt means delivered without an earlier failed attempt.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Count, Id } from "#vocabulary/basics.ts";
import { addDays } from "#vocabulary/calendar.ts";
import { messages } from "../messages.ts";
import { DRIVER_ROLES, getVisibleDriver } from "../visibility.ts";

const YEAR_DAYS = 366;

const counts = {
  routes: Count,
  stops_done: Count,
  stops_partial: Count,
  stops_failed: Count,
  stops_with_window: Count,
  stops_on_time: Count,
  deliveries: Count,
  first_attempt_deliveries: Count,
  deliveries_with_photo_or_signature: Count,
  proofs_with_position: Count,
};
type Counts = Record<keyof typeof counts, number>;

export const getPerformance = defineOperation({
  name: "driverinfoPerformance",
  summary: "Performance counts of a driver in a period",
  effect: "read",
  access: { roles: DRIVER_ROLES, scopes: ["drivers:read"] },
  rest: { method: "GET", path: "/api/v1/driverinfo/{driver_id}/performance" },
  input: Type.Object({ driver_id: Id, from: CalendarDate, to: CalendarDate }),
  output: Type.Object({
    result: Type.Boolean(),
    driver_id: Id,
    from: CalendarDate,
    to: CalendarDate,
    ...counts,
  }),

  async run(context, { driver_id, from, to }) {
    const { db, business_id, refuse } = context;
    if (to < from || to > addDays(from, YEAR_DAYS)) {
      throw refuse("invalid_request", {
        message: messages.period,
        errors: [{ field: "to", message: "must be within a year after from" }],
      });
    }
    await getVisibleDriver(context, driver_id, { lock: false });
    const found = await db.row<Counts>(
      `with mine as (
         select id from route where business_id = $1 and driver_id = $2 and date between $3::date and $4::date
           and status in ('IN_PROGRESS', 'COMPLETED', 'CLOSED')),
       visited as (
         select s.* from mine join stop s on s.business_id = $1 and s.route_id = mine.id and s.status in ('DONE', 'PARTIAL', 'FAILED')),
       delivered as (
         select distinct o.id, o.attempts from visited v
           join stop_task t on t.business_id = $1 and t.stop_id = v.id and t.status = 'DONE' and t.action <> 'pickup'
           join delivery_order o on o.business_id = $1 and o.id = t.order_id and o.status = 'DELIVERED')
       select (select count(*) from mine) as routes,
         count(*) filter (where status = 'DONE') as stops_done,
         count(*) filter (where status = 'PARTIAL') as stops_partial,
         count(*) filter (where status = 'FAILED') as stops_failed,
         count(*) filter (where window_end is not null) as stops_with_window,
         count(*) filter (where window_end is not null and coalesce(arrived_at, done_at) <= window_end) as stops_on_time,
         (select count(*) from delivered) as deliveries,
         (select count(*) from delivered where attempts = 0) as first_attempt_deliveries,
         (select count(*) from delivered d where exists (select from proof p
            where p.business_id = $1 and p.subject_type = 'order' and p.subject_id = d.id and p.kind in ('photo', 'signature'))) as deliveries_with_photo_or_signature,
         (select count(*) from delivered d join proof p on p.business_id = $1 and p.subject_type = 'order' and p.subject_id = d.id
            where p.lat is not null) as proofs_with_position
       from visited`,
      [business_id, driver_id, from, to],
    );
    if (found === undefined) throw new Error("A count has one row.");
    return { result: true, driver_id, from, to, ...found };
  },
});

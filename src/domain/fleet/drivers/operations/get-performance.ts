/**
 * Counts of a driver's work in a period: no score, no ranking. On time means arrived before the window of the
 * stop ended. Attempts count on the day they were made and for the driver who made them; the first attempts of orders are the
 * ones that nobody made before, and the share of them that delivered is the first-attempt rate, as in the figures of a day.
 */
import Type from "typebox";
import { IS_FIRST_ATTEMPT } from "#domain/orders/orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Count } from "#vocabulary/basics.ts";
import { addDays, toInstant } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { type DrivenStops, drivenStopsRequested } from "../topics.ts";
import { DRIVER_ROLES, getVisibleDriver } from "../visibility.ts";

const YEAR_DAYS = 366;

const counts = {
  routes: Count,
  stops_done: Count,
  stops_partial: Count,
  stops_failed: Count,
  stops_with_window: Count,
  stops_on_time: Count,
  deliveries: Type.Integer({ minimum: 0, description: "Attempts that delivered." }),
  failed_attempts: Type.Integer({ minimum: 0, description: "Attempts that did not, whatever came after." }),
  first_attempts: Type.Integer({ minimum: 0, description: "Attempts that were the first of their order." }),
  first_attempt_deliveries: Type.Integer({ minimum: 0, description: "Of these, those that delivered." }),
  deliveries_with_photo_or_signature: Count,
  proofs_with_position: Count,
};
type Counts = Record<keyof typeof counts, number>;

export const getPerformance = defineOperation({
  name: "driverinfoPerformance",
  summary: "Get performance counts of a driver in a period",
  access: { roles: DRIVER_ROLES, scopes: ["drivers:read"] },
  rest: { method: "GET", path: "/api/v1/driverinfo/{driver_id}/performance" },
  input: Type.Object({ driver_id: Ref("driver"), from: CalendarDate, to: CalendarDate }),
  output: Type.Object({
    result: Type.Boolean(),
    driver_id: Ref("driver"),
    from: CalendarDate,
    to: CalendarDate,
    ...counts,
  }),

  async run(context, { driver_id, from, to }) {
    const { business, db, business_id, refuse } = context;
    const time_zone = business.time_zone;
    if (to < from || to > addDays(from, YEAR_DAYS)) {
      throw refuse("invalid_request", {
        message: messages.period,
        errors: [{ field: "to", message: messages.within_year }],
      });
    }
    await getVisibleDriver(context, driver_id, { lock: false });
    const [attempts, [stops]] = await Promise.all([
      db.row<Omit<Counts, keyof DrivenStops>>(
        `with made as (
           select a.order_id as id, a.outcome, ${IS_FIRST_ATTEMPT} as is_first from order_attempt a
            where a.business_id = $1 and a.driver_id = $2 and a.at >= $3 and a.at < $4),
         delivered as (select distinct id from made where outcome = 'delivered')
         select (select count(*) from delivered) as deliveries,
           (select count(*) from made where outcome <> 'delivered') as failed_attempts,
           (select count(*) from made where is_first) as first_attempts,
           (select count(*) from made where is_first and outcome = 'delivered') as first_attempt_deliveries,
           (select count(*) from delivered d where exists (select from proof p
              where p.business_id = $1 and p.subject_type = 'order' and p.subject_id = d.id and p.kind in ('photo', 'signature'))) as deliveries_with_photo_or_signature,
           (select count(*) from delivered d join proof p on p.business_id = $1 and p.subject_type = 'order' and p.subject_id = d.id
              where p.lat is not null) as proofs_with_position`,
        [
          business_id,
          driver_id,
          toInstant(from, "00:00", time_zone),
          toInstant(addDays(to, 1), "00:00", time_zone),
        ],
      ),
      context.publish(drivenStopsRequested, { driver_id, from, to }),
    ]);
    if (attempts === undefined || stops === undefined) throw new Error("A count has one row.");
    return { result: true, driver_id, from, to, ...stops, ...attempts };
  },
});

/**
 * Summary of a day: orders, routes, drivers, open attention items. Source: docs/contract/mcp.md, "daily_digest".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate } from "#vocabulary/basics.ts";
import { addDays, toInstant, toLocalDate } from "#vocabulary/calendar.ts";
import { ByStatus, computeTotals, OrderTotals } from "../listing/totals.ts";
import { type DaySummary, daySummaryRequested } from "../topics.ts";

interface Counts {
  created: number;
  late: number;
}

/** What nobody answers is not there. */
const NOTHING: DaySummary = {
  drivers_on_duty: 0,
  attention_open: 0,
  routes: 0,
  planned: 0,
  released: 0,
  in_progress: 0,
  finished: 0,
  stops_total: 0,
  stops_resolved: 0,
};

export const getDailyDigest = defineOperation({
  name: "clientDigest",
  summary: "Get the digest of a day",
  description: "Orders, routes, drivers and open attention items of a day; today by default.",
  access: { scopes: ["analytics:read"] },
  rest: { method: "GET", path: "/api/v1/client/digest" },
  mcp: { user: "daily_digest" },
  input: Type.Object({ date: Type.Optional(CalendarDate) }),
  output: Type.Object({
    result: Type.Boolean(),
    date: CalendarDate,
    time_zone: Type.String(),
    orders: OrderTotals,
    by_status: ByStatus,
    created: Type.Integer({
      description: "Orders created on the day, for whatever day they are scheduled.",
    }),
    late: Type.Integer({ description: "Open orders whose time window has ended." }),
    routes: Type.Object({
      total: Type.Integer(),
      planned: Type.Integer({ description: "Not released yet." }),
      released: Type.Integer({ description: "Released or loaded." }),
      in_progress: Type.Integer(),
      finished: Type.Integer({ description: "Completed or closed." }),
      stops: Type.Integer(),
      stops_resolved: Type.Integer(),
    }),
    drivers_on_duty: Type.Integer({ description: "Now." }),
    attention_open: Type.Integer({ description: "Open items on the dispatch board, of any day." }),
    headline: Type.String({ description: "The day in one sentence." }),
  }),

  async run(context, input) {
    const { business, db, business_id, now } = context;
    const time_zone = business.time_zone;
    const date = input.date ?? toLocalDate(now, time_zone);
    const [{ totals, by_status }, counts, answers] = await Promise.all([
      computeTotals(context, date, date),
      db.row<Counts>(
        `select
           (select count(*) from delivery_order where business_id = $1 and created_at >= $3 and created_at < $4) as created,
           (select count(*) from delivery_order where business_id = $1 and scheduled_date = $2::date and window_end < $5
             and status not in ('DELIVERED', 'RETURNED', 'REJECTED', 'CANCELLED')) as late`,
        [
          business_id,
          date,
          toInstant(date, "00:00", time_zone),
          toInstant(addDays(date, 1), "00:00", time_zone),
          now,
        ],
      ),
      context.publish(daySummaryRequested, { date }),
    ]);
    if (counts === undefined) throw new Error("A count query returns one row.");
    const { created, late } = counts;
    const { drivers_on_duty, attention_open, routes, stops_total, stops_resolved, ...by_state }: DaySummary =
      Object.assign({}, NOTHING, ...answers);
    return {
      result: true,
      date,
      time_zone,
      orders: totals,
      by_status,
      created,
      late,
      routes: {
        total: routes,
        ...by_state,
        stops: stops_total,
        stops_resolved,
      },
      drivers_on_duty,
      attention_open,
      headline: composeHeadline(totals, late),
    };
  },
});

function composeHeadline(totals: OrderTotals, late: number): string {
  const { delivered, orders, open, failed, exceptions, failed_attempts, first_attempt_percent } = totals;
  const attempts =
    failed_attempts === 0
      ? ""
      : ` ${failed_attempts} failed ${failed_attempts === 1 ? "attempt" : "attempts"}, ${first_attempt_percent ?? 0} % delivered at the first.`;
  return `${delivered} of ${orders} orders delivered, ${open} open, ${failed + exceptions} failed or with an exception, ${late} late.${attempts}`;
}

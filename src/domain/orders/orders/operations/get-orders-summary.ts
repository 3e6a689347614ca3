/**
 * Statistics of the orders of a period.
 *
 * Source: docs/contract/mcp.md, "get_orders_summary".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { refusals } from "#operation/response/platform-messages.ts";
import { CalendarDate, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { addDays, toLocalDate } from "#vocabulary/calendar.ts";
import { isRealDate } from "../intake/draft.ts";
import { ByStatus, computeTotals, DayTotals, OrderTotals } from "../listing/totals.ts";
import { messages } from "../messages.ts";

const PERIODS = ["today", "week", "month"] as const;
const DAYS_MAX = 366;

export const getOrdersSummary = defineOperation({
  name: "clientOrdersSummary",
  summary: "Get statistics of the orders of a period",
  description:
    "Today, this week (Monday to Sunday), this month, or any span of up to 366 days, in total and per day. Orders " +
    "count on the day they are scheduled for, in the business's time zone.",
  access: { scopes: ["analytics:read"] },
  rest: { method: "GET", path: "/api/v1/client/orders/summary" },
  mcp: { user: "get_orders_summary" },
  input: Type.Object({
    period: Type.Optional(StringEnum(PERIODS, { description: "`today` unless from and to are given." })),
    from: Type.Optional(CalendarDate),
    to: Type.Optional(CalendarDate),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    period: Nullable(StringEnum(PERIODS)),
    from: CalendarDate,
    to: CalendarDate,
    time_zone: Type.String(),
    totals: OrderTotals,
    by_status: ByStatus,
    days: Type.Array(DayTotals),
  }),

  async run(context, { period, from, to }) {
    const { business, now, refuse } = context;
    const time_zone = business.time_zone;
    const fault = findPeriodFault(period, from, to);
    if (fault !== null)
      throw refuse("invalid_request", { message: refusals.invalid_request, errors: [fault] });
    const is_custom = from !== undefined && to !== undefined;
    const span = is_custom ? { from, to } : computePeriod(period ?? "today", toLocalDate(now, time_zone));
    return {
      result: true,
      period: is_custom ? null : (period ?? "today"),
      ...span,
      time_zone,
      ...(await computeTotals(context, span.from, span.to)),
    };
  },
});

function findPeriodFault(period: string | undefined, from: string | undefined, to: string | undefined) {
  if (from === undefined && to === undefined) return null;
  if (period !== undefined) return { field: "period", message: messages.without_from_and_to };
  if (from === undefined) return { field: "from", message: messages.required_with_to };
  if (to === undefined) return { field: "to", message: messages.required_with_from };
  if (!isRealDate(from)) return { field: "from", message: messages.no_calendar_date };
  if (!isRealDate(to)) return { field: "to", message: messages.no_calendar_date };
  if (to < from) return { field: "to", message: messages.not_before_from };
  return addDays(from, DAYS_MAX - 1) < to
    ? { field: "to", message: messages.days_after_from.with({ days: DAYS_MAX }) }
    : null;
}

/** The days of a period around a date. Weeks begin on Monday. */
export function computePeriod(period: (typeof PERIODS)[number], today: string): { from: string; to: string } {
  if (period === "today") return { from: today, to: today };
  if (period === "week") {
    const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
    const from = addDays(today, -weekday);
    return { from, to: addDays(from, 6) };
  }
  const from = `${today.slice(0, 7)}-01`;
  return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) };
}

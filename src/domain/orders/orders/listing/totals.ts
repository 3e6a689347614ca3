/**
 * Figures over the orders of some days, in the business's time zone: the one place that defines them.
 *
 * Orders count on the day they are scheduled for, attempts on the day they were made: an order that failed and was
 * delivered a day later is a delivered order of the later day, and a failed attempt of the earlier one.
 */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { CalendarDate, Nullable } from "#vocabulary/basics.ts";
import { addDays, toInstant } from "#vocabulary/calendar.ts";
import { IS_FIRST_ATTEMPT } from "../lifecycle/attempts.ts";
import { ORDER_STATUSES, type OrderStatus } from "../lifecycle/status.ts";

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const OrderTotals = Type.Object(
  {
    orders: count("All orders scheduled for the day."),
    open: count("Not in a final status."),
    unplanned: count("NEW_ORDER and on no route."),
    out: count("Aboard a vehicle or with the driver."),
    delivered: count("Delivered, on any day, at whatever attempt."),
    failed: count(
      "Failed at the end: the last attempt did not deliver and none follows. Waiting for a decision, refused, or on the way back, returned or cancelled after it.",
    ),
    exceptions: count("With an exception."),
    on_hold: count("Not dispatched until released."),
    returned: count("Back with the sender, on the way back, or refused."),
    cancelled: count("Cancelled."),
    on_time: count("Delivered on their day and before their window closed."),
    on_time_percent: Nullable(
      Type.Number({ description: "Percentage of the delivered orders; null when none is delivered." }),
    ),
    failed_attempts: count(
      "Attempts of the day that did not deliver, those that a later one made good included.",
    ),
    first_attempts: count("Orders that were attempted for the first time on the day."),
    first_attempts_delivered: count("Of these, delivered at that attempt."),
    first_attempt_percent: Nullable(
      Type.Number({ description: "Percentage of first_attempts; null without any." }),
    ),
    units: Type.Integer(),
    weight_g: Type.Number(),
  },
  { $id: "OrderTotals" },
);
export type OrderTotals = Type.Static<typeof OrderTotals>;

export const DayTotals = Type.Object({ date: CalendarDate, ...OrderTotals.properties }, { $id: "DayTotals" });

interface Row {
  scheduled_date: string;
  status: OrderStatus;
  orders: number;
  unplanned: number;
  on_time: number;
  failed_before: number;
  units: number;
  weight_g: number;
}

interface AttemptRow {
  date: string;
  failed_attempts: number;
  first_attempts: number;
  first_attempts_delivered: number;
}

/** Rows by day and status, from `from` to `to`, both included. */
async function countByDayAndStatus(
  { db, business_id, business }: Context<never>,
  from: string,
  to: string,
): Promise<Row[]> {
  return db.rows<Row>(
    `select scheduled_date, status, count(*)::int as orders,
       count(*) filter (where status = 'NEW_ORDER' and route_id is null)::int as unplanned,
       count(*) filter (where status = 'DELIVERED' and (delivered_at at time zone $4)::date <= scheduled_date
         and (window_end is null or delivered_at <= window_end))::int as on_time,
       count(*) filter (where attempts > 0)::int as failed_before, sum(units)::float8 as units, sum(weight_g::bigint)::float8 as weight_g
     from delivery_order where business_id = $1 and scheduled_date between $2::date and $3::date
     group by scheduled_date, status order by scheduled_date`,
    [business_id, from, to, business.time_zone],
  );
}

/** Attempts by the day on which they were made; `is_first` looks at the whole history of the order. */
async function countAttemptsByDay(
  { db, business_id, business }: Context<never>,
  from: string,
  to: string,
): Promise<AttemptRow[]> {
  const time_zone = business.time_zone;
  return db.rows<AttemptRow>(
    `select date, count(*) filter (where outcome <> 'delivered')::int as failed_attempts,
       count(*) filter (where is_first)::int as first_attempts,
       count(*) filter (where is_first and outcome = 'delivered')::int as first_attempts_delivered
     from (select to_char(a.at at time zone $4, 'YYYY-MM-DD') as date, a.outcome, ${IS_FIRST_ATTEMPT} as is_first
             from order_attempt a where a.business_id = $1 and a.at >= $2 and a.at < $3) as made
     group by date`,
    [
      business_id,
      toInstant(from, "00:00", time_zone),
      toInstant(addDays(to, 1), "00:00", time_zone),
      time_zone,
    ],
  );
}

/** Statuses that an order can have at the end of a failed attempt, whether it failed or not. */
const ENDED: readonly OrderStatus[] = ["RETURNING", "RETURNED", "CANCELLED"];

function sumUp(rows: readonly Row[], attempts: readonly AttemptRow[]): OrderTotals {
  const of = (statuses: readonly OrderStatus[]) =>
    rows.filter((row) => statuses.includes(row.status)).reduce((sum, row) => sum + row.orders, 0);
  const total = (member: "orders" | "unplanned" | "on_time" | "units" | "weight_g") =>
    rows.reduce((sum, row) => sum + row[member], 0);
  const attempted = (member: Exclude<keyof AttemptRow, "date">) =>
    attempts.reduce((sum, row) => sum + row[member], 0);
  const ended_after_failure = rows
    .filter(({ status }) => ENDED.includes(status))
    .reduce((sum, row) => sum + row.failed_before, 0);
  const first_attempts = attempted("first_attempts");
  const first_attempts_delivered = attempted("first_attempts_delivered");
  const delivered = of(["DELIVERED"]);
  const on_time = total("on_time");
  return {
    orders: total("orders"),
    open: total("orders") - of(["DELIVERED", "RETURNED", "REJECTED", "CANCELLED"]),
    unplanned: total("unplanned"),
    out: of(["PICKED_UP", "LOADED", "OUT_FOR_DELIVERY", "ARRIVED"]),
    delivered,
    failed: of(["FAILED_ATTEMPT", "REJECTED"]) + ended_after_failure,
    exceptions: of(["EXCEPTION"]),
    on_hold: of(["HOLD"]),
    returned: of(["RETURNING", "RETURNED", "REJECTED"]),
    cancelled: of(["CANCELLED"]),
    on_time,
    on_time_percent: computePercent(on_time, delivered),
    failed_attempts: attempted("failed_attempts"),
    first_attempts,
    first_attempts_delivered,
    first_attempt_percent: computePercent(first_attempts_delivered, first_attempts),
    units: total("units"),
    weight_g: total("weight_g"),
  };
}

/** With one decimal; null of nothing. */
const computePercent = (part: number, total: number) =>
  total === 0 ? null : Math.round((part / total) * 1000) / 10;

export const ByStatus = Type.Object(
  Object.fromEntries(ORDER_STATUSES.map((status) => [status, Type.Integer()])) as Record<
    OrderStatus,
    Type.TInteger
  >,
  { $id: "OrdersByStatus" },
);

/** Totals of a span of days, by status and by day; days without orders are included. */
export async function computeTotals(context: Context<never>, from: string, to: string) {
  const [rows, attempts] = await Promise.all([
    countByDayAndStatus(context, from, to),
    countAttemptsByDay(context, from, to),
  ]);
  const madeOn = Map.groupBy(attempts, ({ date }) => date);
  const byDay = Map.groupBy(rows, (row) => row.scheduled_date);
  const days: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) days.push(date);
  const by_status = Object.fromEntries(
    ORDER_STATUSES.map((status) => [
      status,
      rows.filter((row) => row.status === status).reduce((sum, row) => sum + row.orders, 0),
    ]),
  ) as Record<OrderStatus, number>;
  return {
    totals: sumUp(rows, attempts),
    by_status,
    days: days.map((date) => ({ date, ...sumUp(byDay.get(date) ?? [], madeOn.get(date) ?? []) })),
  };
}

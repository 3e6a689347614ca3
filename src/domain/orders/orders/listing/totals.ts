/** Figures over the orders of some days, in the business's time zone. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { CalendarDate, Nullable } from "#vocabulary/basics.ts";
import { addDays } from "#vocabulary/calendar.ts";
import { ORDER_STATUSES, type OrderStatus } from "../lifecycle/status.ts";

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const OrderTotals = Type.Object(
  {
    orders: count("All orders scheduled for the day."),
    open: count("Not in a final status."),
    unplanned: count("NEW_ORDER and on no route."),
    out: count("Aboard a vehicle or with the driver."),
    delivered: count("Delivered, on any day."),
    failed: count("Last attempt failed."),
    exceptions: count("With an exception."),
    on_hold: count("Not dispatched until released."),
    returned: count("Back with the sender, on the way back, or refused."),
    cancelled: count("Cancelled."),
    on_time: count("Delivered on their day and before their window closed."),
    on_time_percent: Nullable(
      Type.Number({ description: "Percentage of the delivered orders; null when none is delivered." }),
    ),
    attempts: count("Failed attempts so far."),
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
  attempts: number;
  units: number;
  weight_g: number;
}

/** Rows by day and status, from `from` to `to`, both included. */
async function countByDayAndStatus(
  { db, business_id, actor }: Context<never>,
  from: string,
  to: string,
): Promise<Row[]> {
  return db.rows<Row>(
    `select scheduled_date, status, count(*)::int as orders,
       count(*) filter (where status = 'NEW_ORDER' and route_id is null)::int as unplanned,
       count(*) filter (where status = 'DELIVERED' and (delivered_at at time zone $4)::date <= scheduled_date
         and (window_end is null or delivered_at <= window_end))::int as on_time,
       sum(attempts)::float8 as attempts, sum(units)::float8 as units, sum(weight_g::bigint)::float8 as weight_g
     from delivery_order where business_id = $1 and scheduled_date between $2::date and $3::date
     group by scheduled_date, status order by scheduled_date`,
    [business_id, from, to, actor.business?.time_zone ?? "UTC"],
  );
}

function sumUp(rows: readonly Row[]): OrderTotals {
  const of = (statuses: readonly OrderStatus[]) =>
    rows.filter((row) => statuses.includes(row.status)).reduce((sum, row) => sum + row.orders, 0);
  const total = (member: "orders" | "unplanned" | "on_time" | "attempts" | "units" | "weight_g") =>
    rows.reduce((sum, row) => sum + row[member], 0);
  const delivered = of(["DELIVERED"]);
  const on_time = total("on_time");
  return {
    orders: total("orders"),
    open: total("orders") - of(["DELIVERED", "RETURNED", "REJECTED", "CANCELLED"]),
    unplanned: total("unplanned"),
    out: of(["PICKED_UP", "LOADED", "OUT_FOR_DELIVERY", "ARRIVED"]),
    delivered,
    failed: of(["FAILED_ATTEMPT"]),
    exceptions: of(["EXCEPTION"]),
    on_hold: of(["HOLD"]),
    returned: of(["RETURNING", "RETURNED", "REJECTED"]),
    cancelled: of(["CANCELLED"]),
    on_time,
    on_time_percent: delivered === 0 ? null : Math.round((on_time / delivered) * 1000) / 10,
    attempts: total("attempts"),
    units: total("units"),
    weight_g: total("weight_g"),
  };
}

export const ByStatus = Type.Object(
  Object.fromEntries(ORDER_STATUSES.map((status) => [status, Type.Integer()])) as Record<
    OrderStatus,
    Type.TInteger
  >,
  { $id: "OrdersByStatus" },
);

/** Totals of a span of days, by status and by day; days without orders are included. */
export async function computeTotals(context: Context<never>, from: string, to: string) {
  const rows = await countByDayAndStatus(context, from, to);
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
    totals: sumUp(rows),
    by_status,
    days: days.map((date) => ({ date, ...sumUp(byDay.get(date) ?? []) })),
  };
}

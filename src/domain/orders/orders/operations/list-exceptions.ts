/**
 * Orders of a day that need a person's attention.
 *
 * Source: docs/contract/mcp.md, "list_exceptions"; the meaning of late is our choice: the time window has ended and the
 * goods are not delivered.
 */

import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineList, parameter } from "#operation/define/list.ts";
import { CalendarDate, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { ORDER_COLUMNS, type OrderRow } from "../records/order.ts";
import { ORDER_SUMMARY_COMPACT, OrderSummary, toOrderSummary } from "../shapes.ts";
import { ordersWithAttentionRequested, routeDriversRequested } from "../topics.ts";

const WHY = [
  "exception",
  "failed",
  "returning",
  "returned",
  "rejected",
  "held",
  "attention",
  "partial",
  "late",
] as const;

/** `$attended` are the orders that have open attention items. */
const WHY_SQL = `case status when 'EXCEPTION' then 'exception' when 'FAILED_ATTEMPT' then 'failed' when 'RETURNING' then 'returning'
    when 'RETURNED' then 'returned' when 'REJECTED' then 'rejected' when 'HOLD' then 'held'
    else case when o.id = any($attended::bigint[]) then 'attention' when partial then 'partial'
        when window_end < $now and status not in ('DELIVERED', 'CANCELLED') then 'late' end end`;

/** The reason of a hold is that of the exception. */
const COMPACT = [
  "why",
  "reason",
  "driver_id",
  "driver_name",
  `order { ${ORDER_SUMMARY_COMPACT.filter((name) => name !== "hold").join(", ")} }`,
];

const LISTED = `(select ${ORDER_COLUMNS}, ${WHY_SQL} as why from delivery_order o
  where business_id = $1 and scheduled_date = $day::date) x`;

export const listExceptions = defineList({
  name: "clientExceptions",
  summary: "List exceptions of a day",
  description:
    "Orders that need attention, with the reason that was given and the driver: failed, returned, refused, with an " +
    "exception, on hold, late. Today by default.",
  access: { scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/client/exceptions" },
  mcp: { user: "list_exceptions" },
  filters: { date: parameter(CalendarDate) },
  above: {
    date: CalendarDate,
    by_reason: Type.Object(
      Object.fromEntries(WHY.map((word) => [word, Type.Integer()])) as Record<
        (typeof WHY)[number],
        Type.TInteger
      >,
    ),
  },
  rows: {
    exceptions: Type.Array(
      Type.Object(
        {
          why: StringEnum(WHY),
          reason: Nullable(
            Type.String({
              description: "What the driver or the person said: of the attempt, hold or return.",
            }),
          ),
          driver_id: Nullable(Ref("driver")),
          driver_name: Nullable(Type.String({ description: "Of its route." })),
          order: OrderSummary,
        },
        { "x-compact": COMPACT },
      ),
    ),
  },
  from: LISTED,
  business: null,
  where: "why is not null",
  order: "status_since desc, id desc",
  async values({ business, now, publish }, { date = toLocalDate(now, business.time_zone) }) {
    return { day: date, now, attended: (await publish(ordersWithAttentionRequested, { date })).flat() };
  },
  async buildAll(rows: readonly (OrderRow & { why: (typeof WHY)[number] })[], context) {
    const explained = await explainOrders(context, rows);
    return rows.map(({ why, ...order }) => {
      const more = explained.get(order.id);
      return {
        why,
        reason: order.hold?.reason ?? more?.reason ?? null,
        driver_id: more?.driver_id ?? null,
        driver_name: more?.driver_name ?? null,
        order: toOrderSummary(order),
      };
    });
  },
  async readTotals(_, { query, values: { day } }) {
    const counts = await query<{ why: (typeof WHY)[number]; n: number }>(
      `select why, count(*) as n from ${LISTED} where why is not null group by why`,
    );
    const counted = new Map(counts.map(({ why, n }) => [why, n]));
    return {
      total: counts.reduce((sum, { n }) => sum + n, 0),
      date: day,
      by_reason: Object.fromEntries(WHY.map((word) => [word, counted.get(word) ?? 0])) as Record<
        (typeof WHY)[number],
        number
      >,
    };
  },
});

interface Explanation {
  reason: string | null;
  driver_id: number | null;
  driver_name: string | null;
}

/** The latest reason that an event of the order gives, and the driver of its route. */
async function explainOrders(
  { db, business_id, publish }: Pick<Context, "db" | "business_id" | "publish">,
  orders: readonly { id: number; route_id: number | null }[],
): Promise<Map<number, Explanation>> {
  if (orders.length === 0) return new Map();
  const route_ids = [...new Set(orders.flatMap(({ route_id }) => route_id ?? []))];
  const [stated_reasons, answers] = await Promise.all([
    db.rows<{ order_id: number; reason: string | null }>(
      `select w.order_id, (select e.payload->>'reason' from event e
           where e.business_id = $1 and e.subject_type = 'order' and e.subject_id = w.order_id::text and e.payload->>'reason' is not null
           order by e.seq desc limit 1) as reason
         from unnest($2::bigint[]) as w(order_id)`,
      [business_id, orders.map(({ id }) => id)],
    ),
    route_ids.length === 0 ? [] : publish(routeDriversRequested, { route_ids }),
  ]);
  const reasons = new Map(stated_reasons.map(({ order_id, reason }) => [order_id, reason]));
  const drivers = new Map(answers.flat().map((one) => [one.route_id, one]));
  return new Map(
    orders.map(({ id, route_id }) => {
      const { driver_id = null, driver_name = null } = drivers.get(route_id ?? 0) ?? {};
      return [id, { reason: reasons.get(id) ?? null, driver_id, driver_name }];
    }),
  );
}

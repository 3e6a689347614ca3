/**
 * Orders of a day that need a person's attention.
 *
 * Source: docs/contract/mcp.md, "list_exceptions"; the meaning of late is our choice: the time window has ended and the
 * goods are not delivered.
 */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { ORDER_COLUMNS, type OrderRow } from "../records/order.ts";
import { ORDER_SUMMARY_COMPACT, OrderSummary, toOrderSummary } from "../shapes.ts";

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

/** `$3` is the current time. An order that only waits for its plan is an item of the board and no exception. */
const WHY_SQL = `case status when 'EXCEPTION' then 'exception' when 'FAILED_ATTEMPT' then 'failed' when 'RETURNING' then 'returning'
    when 'RETURNED' then 'returned' when 'REJECTED' then 'rejected' when 'HOLD' then 'held'
    else case when exists (select 1 from attention_item i where i.business_id = $1 and i.state = 'open' and i.order_id = o.id
          and i.kind <> 'order_unplanned')
        then 'attention' when partial then 'partial'
        when window_end < $3 and status not in ('DELIVERED', 'CANCELLED') then 'late' end end`;

/** The reason of a hold is that of the exception. */
const COMPACT = [
  "why",
  "reason",
  "driver_id",
  "driver_name",
  `order { ${ORDER_SUMMARY_COMPACT.filter((name) => name !== "hold").join(", ")} }`,
];

export const listExceptions = defineOperation({
  name: "clientExceptions",
  summary: "List exceptions of a day",
  description:
    "Orders that need attention, with the reason that was given and the driver: failed, returned, refused, with an " +
    "exception, on hold, late. Today by default.",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/client/exceptions" },
  mcp: { user: "list_exceptions" },
  input: Type.Object({ ...PageInput, date: Type.Optional(CalendarDate) }),
  output: Type.Object({
    ...PageOutput,
    date: CalendarDate,
    by_reason: Type.Object(
      Object.fromEntries(WHY.map((word) => [word, Type.Integer()])) as Record<
        (typeof WHY)[number],
        Type.TInteger
      >,
    ),
    exceptions: Type.Array(
      Type.Object(
        {
          why: StringEnum(WHY),
          reason: Nullable(
            Type.String({
              description: "What the driver or the person said: of the attempt, hold or return.",
            }),
          ),
          driver_id: Nullable(Id),
          driver_name: Nullable(Type.String({ description: "Of its route." })),
          order: OrderSummary,
        },
        { "x-compact": COMPACT },
      ),
    ),
  }),

  async run({ business, db, business_id, now }, input) {
    const { page, per_page, offset } = readPaging(input);
    const date = input.date ?? toLocalDate(now, business.time_zone);
    const listed = `select * from (select ${ORDER_COLUMNS}, ${WHY_SQL} as why from delivery_order o
      where business_id = $1 and scheduled_date = $2::date) x where why is not null`;
    const [rows, counts] = await Promise.all([
      db.rows<OrderRow & { why: (typeof WHY)[number] }>(
        `${listed} order by status_since desc, id desc limit $4 offset $5`,
        [business_id, date, now, per_page, offset],
      ),
      db.rows<{ why: (typeof WHY)[number]; n: number }>(
        `select why, count(*) as n from (${listed}) y group by why`,
        [business_id, date, now],
      ),
    ]);
    const explained = await explainOrders(db, business_id, rows);
    const counted = new Map(counts.map(({ why, n }) => [why, n]));
    return {
      result: true,
      total: counts.reduce((sum, { n }) => sum + n, 0),
      page,
      per_page,
      date,
      by_reason: Object.fromEntries(WHY.map((word) => [word, counted.get(word) ?? 0])) as Record<
        (typeof WHY)[number],
        number
      >,
      exceptions: rows.map(({ why, ...order }) => {
        const more = explained.get(order.id);
        return {
          why,
          reason: order.hold?.reason ?? more?.reason ?? null,
          driver_id: more?.driver_id ?? null,
          driver_name: more?.driver_name ?? null,
          order: toOrderSummary(order),
        };
      }),
    };
  },
});

interface Explanation {
  order_id: number;
  reason: string | null;
  driver_id: number | null;
  driver_name: string | null;
}

/** The latest reason that an event of the order gives, and the driver of its route. */
async function explainOrders(
  db: Context["db"],
  business_id: number,
  orders: readonly { id: number; route_id: number | null }[],
): Promise<Map<number, Explanation>> {
  if (orders.length === 0) return new Map();
  const rows = await db.rows<Explanation>(
    `select w.order_id, said.reason, d.id as driver_id, d.name as driver_name
       from json_to_recordset($2::json) as w(order_id bigint, route_id bigint)
       left join lateral (select e.payload->>'reason' as reason from event e
         where e.business_id = $1 and e.subject_type = 'order' and e.subject_id = w.order_id::text and e.payload->>'reason' is not null
         order by e.seq desc limit 1) said on true
       left join route r on r.business_id = $1 and r.id = w.route_id
       left join driver d on d.business_id = $1 and d.id = r.driver_id`,
    [business_id, JSON.stringify(orders.map(({ id, route_id }) => ({ order_id: id, route_id })))],
  );
  return new Map(rows.map((row) => [row.order_id, row]));
}

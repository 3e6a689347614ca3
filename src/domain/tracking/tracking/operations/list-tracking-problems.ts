/**
 * Stuck parcels: no status change for some hours although their scheduled date has come, an exception, a failed
 * attempt, or an unpaid fee.
 */
import Type from "typebox";
import { defineList, parameter } from "#operation/define/list.ts";
import { CalendarDate, Nullable, OrderId, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";

const PROBLEMS = ["exception", "failed", "held", "unpaid", "stalled"] as const;
const STALE_HOURS = 24;

interface Row {
  order_id: number;
  tracking_number: string;
  ref: string | null;
  status: string;
  problem: (typeof PROBLEMS)[number];
  scheduled_date: string;
  last_movement_at: string;
  hours_still: number;
  attention_items: number;
}

export const listTrackingProblems = defineList({
  name: "trackingProblems",
  summary: "List stuck parcels",
  access: { roles: BUSINESS_ROLES, scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/tracking/problems" },
  filters: {
    stale_hours: parameter(
      Type.Integer({
        minimum: 1,
        maximum: 2160,
        default: STALE_HOURS,
        description: "Hours without movement.",
      }),
    ),
  },
  rows: {
    problems: Type.Array(
      Type.Object({
        order_id: OrderId,
        tracking_number: Type.String(),
        ref: Nullable(Type.String()),
        status: Type.String(),
        problem: StringEnum(PROBLEMS),
        scheduled_date: CalendarDate,
        last_movement_at: Timestamp,
        hours_still: Type.Integer({ minimum: 0 }),
        attention_items: Type.Integer({ minimum: 0, description: "Open items on the dispatch board." }),
      }),
      { description: "Longest without movement first." },
    ),
  },
  from: "delivery_order o",
  columns: `o.id as order_id, o.tracking_number, o.ref, o.status,
    case when o.status = 'EXCEPTION' then 'exception' when o.status = 'FAILED_ATTEMPT' then 'failed'
      when o.payment in ('unpaid', 'partial') then 'unpaid' when o.status = 'HOLD' then 'held' else 'stalled' end as problem,
    o.scheduled_date, o.status_since as last_movement_at,
    greatest(0, floor(extract(epoch from $now::timestamptz - o.status_since) / 3600))::int as hours_still,
    (select count(*) from attention_item i where i.business_id = $1 and i.state = 'open' and i.order_id = o.id) as attention_items`,
  where: [
    "o.status not in ('DELIVERED', 'RETURNED', 'REJECTED', 'CANCELLED')",
    `o.status in ('EXCEPTION', 'FAILED_ATTEMPT') or o.payment in ('unpaid', 'partial')
      or (o.status_since < $stale and o.scheduled_date <= $today::date)`,
  ],
  order: "o.status_since, o.id",
  values: ({ business, now }, { stale_hours = STALE_HOURS }) => ({
    stale: new Date(now.getTime() - stale_hours * 3_600_000),
    today: toLocalDate(now, business.time_zone),
    now,
  }),
  build: (row: Row) => row,
});

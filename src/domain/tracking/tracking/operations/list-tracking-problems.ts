/**
 * Stuck parcels: no status change for some hours although their scheduled date has come, an exception, a failed
 * attempt, or an unpaid fee.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Nullable, OrderId, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
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

export const listTrackingProblems = defineOperation({
  name: "trackingProblems",
  summary: "Stuck parcels",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/tracking/problems" },
  input: Type.Object({
    ...PageInput,
    stale_hours: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2160,
        default: STALE_HOURS,
        description: "Hours without movement.",
      }),
    ),
  }),
  output: Type.Object({
    ...PageOutput,
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
  }),

  async run({ business, db, business_id, now }, input) {
    const { page, per_page, offset } = readPaging(input);
    const stale = new Date(now.getTime() - (input.stale_hours ?? STALE_HOURS) * 3_600_000);
    const today = toLocalDate(now, business.time_zone);
    const open = `o.business_id = $1 and o.status not in ('DELIVERED', 'RETURNED', 'REJECTED', 'CANCELLED') and (
        o.status in ('EXCEPTION', 'FAILED_ATTEMPT') or o.payment in ('unpaid', 'partial')
        or (o.status_since < $2 and o.scheduled_date <= $3::date))`;
    const [rows, counted] = await Promise.all([
      db.rows<Row>(
        `select o.id as order_id, o.tracking_number, o.ref, o.status,
           case when o.status = 'EXCEPTION' then 'exception' when o.status = 'FAILED_ATTEMPT' then 'failed'
             when o.payment in ('unpaid', 'partial') then 'unpaid' when o.status = 'HOLD' then 'held' else 'stalled' end as problem,
           o.scheduled_date, o.status_since as last_movement_at,
           greatest(0, floor(extract(epoch from $4::timestamptz - o.status_since) / 3600))::int as hours_still,
           (select count(*) from attention_item i where i.business_id = $1 and i.state = 'open' and i.order_id = o.id) as attention_items
         from delivery_order o where ${open} order by o.status_since, o.id limit $5 offset $6`,
        [business_id, stale, today, now, per_page, offset],
      ),
      db.row<{ n: number }>(`select count(*) as n from delivery_order o where ${open}`, [
        business_id,
        stale,
        today,
      ]),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, problems: rows };
  },
});

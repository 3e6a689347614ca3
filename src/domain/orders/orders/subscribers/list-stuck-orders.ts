/** Gives tracking the orders that are stuck, with the number of their open attention items. */
import { type StuckOrder, stuckOrdersRequested } from "#domain/tracking/tracking/public.ts";
import { buildReader } from "#operation/define/list-statement.ts";
import { subscribe } from "#operation/define/topic.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { attentionCountsRequested } from "../topics.ts";

const readPage = buildReader({
  name: "stuck orders",
  from: "delivery_order o",
  columns: `o.id as order_id, o.tracking_number, o.ref, o.status,
    case when o.status = 'EXCEPTION' then 'exception' when o.status = 'FAILED_ATTEMPT' then 'failed'
      when o.payment in ('unpaid', 'partial') then 'unpaid' when o.status = 'HOLD' then 'held' else 'stalled' end as problem,
    o.scheduled_date, o.status_since as last_movement_at,
    greatest(0, floor(extract(epoch from $now::timestamptz - o.status_since) / 3600))::int as hours_still`,
  where: [
    "o.status not in ('DELIVERED', 'RETURNED', 'REJECTED', 'CANCELLED')",
    `o.status in ('EXCEPTION', 'FAILED_ATTEMPT') or o.payment in ('unpaid', 'partial')
      or (o.status_since < $stale and o.scheduled_date <= $today::date)`,
  ],
  order: "o.status_since, o.id",
});

export const listStuckOrders = subscribe(
  stuckOrdersRequested,
  async (context, { stale_hours, page = 1, per_page = 50 }) => {
    const { business, now, publish } = context;
    const { rows, paging } = await readPage<Omit<StuckOrder, "attention_items">>(
      context,
      { page, per_page },
      {
        stale: new Date(now.getTime() - stale_hours * 3_600_000),
        today: toLocalDate(now, business.time_zone),
        now,
      },
    );
    const order_ids = rows.map(({ order_id }) => order_id);
    const counts = order_ids.length === 0 ? [] : await publish(attentionCountsRequested, { order_ids });
    const orders = rows.map((row) => ({
      ...row,
      attention_items: counts.reduce((sum, of_order) => sum + (of_order.get(row.order_id) ?? 0), 0),
    }));
    return { total: Number(paging.total), page, per_page, orders };
  },
);

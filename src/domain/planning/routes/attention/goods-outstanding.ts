/** A route was closed while its driver still had goods of an order. It ends when the goods are scanned elsewhere. */
import { afterAnyChange } from "#domain/orders/orders/public.ts";
import { defineAttention } from "#operation/define/attention.ts";
import { titles } from "../attention-titles.ts";

export const goodsOutstanding = defineAttention({
  kind: "goods_outstanding",
  severity: "warning",
  record_kind: "order",
  title: titles.goods_outstanding,
  opens_after: { "route.closed": ({ payload }) => (payload["outstanding_order_ids"] ?? []) as number[] },
  clears_after: {
    ...afterAnyChange,
    "parcel.custody_changed": ({ payload }) => ({ order_id: Number(payload["order_id"]) }),
  },
  actions: [
    {
      operation: "clientOrdersBulkActivity",
      input: ({ subject_id }) => ({ order_ids: [subject_id], activity: "receive" }),
    },
  ],
  async find({ db, business_id }, ids) {
    const rows = await db.rows<{
      order_id: number;
      route_id: number;
      driver_id: number | null;
      closing: { closed_at: string; outstanding_order_ids: number[] };
    }>(
      `select o.id as order_id, r.id as route_id, r.driver_id, r.closing from delivery_order o
       cross join lateral (select max(s.route_id) as id from stop_task t join stop s on s.business_id = $1 and s.id = t.stop_id
         where t.business_id = $1 and t.order_id = o.id) last
       join route r on r.business_id = $1 and r.id = last.id and r.status = 'CLOSED'
       where o.business_id = $1 and o.id = any($2::bigint[]) and o.route_id is null
         and o.status not in ('DELIVERED', 'RETURNED', 'REJECTED', 'CANCELLED')
         and exists (select from parcel p where p.business_id = $1 and p.order_id = o.id and p.custody in ('driver', 'vehicle'))`,
      [business_id, ids ?? []],
    );
    return rows
      .filter(({ order_id, closing }) => closing.outstanding_order_ids.includes(order_id))
      .map(({ order_id, route_id, driver_id, closing }) => ({
        subject_id: order_id,
        key: `route ${route_id}`,
        at: closing.closed_at,
        order_id,
        route_id,
        facts: { driver_id },
      }));
  },
});

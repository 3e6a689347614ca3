/** Goods of an order are with a driver, and the order is on no route: nobody is to bring them anywhere. Of a closed route they are `goods_outstanding`. */
import { afterAnyChange } from "#domain/orders/orders/public.ts";
import { defineAttention, toRecordId } from "#operation/define/attention.ts";
import { titles } from "../attention-titles.ts";

export const goodsOffRoute = defineAttention({
  kind: "goods_off_route",
  severity: "critical",
  record_kind: "order",
  title: titles.goods_off_route,
  opens_after: { "order.unplanned": toRecordId },
  clears_after: {
    ...afterAnyChange,
    "parcel.custody_changed": ({ payload }) => ({ order_id: Number(payload["order_id"]) }),
  },
  actions: [
    {
      operation: "clientOrdersBulkActivity",
      input: ({ subject_id }) => ({ order_ids: [subject_id], activity: "receive" }),
    },
    { operation: "clientRoutesMove", input: ({ subject_id }) => ({ order_ids: [subject_id] }) },
  ],
  async find({ db, business_id }, ids) {
    const rows = await db.rows<{
      id: number;
      seq: number;
      at: string;
      route_id: number | null;
      driver_id: number | null;
    }>(
      `select o.id, e.seq, e.recorded_at as at, r.id as route_id, r.driver_id from delivery_order o
       cross join lateral (select seq, recorded_at, (payload ->> 'route_id')::bigint as route_id from event
         where business_id = $1 and subject_type = 'order' and subject_id = o.id::text and kind = 'order.unplanned'
         order by seq desc limit 1) e
       left join route r on r.business_id = $1 and r.id = e.route_id
       where o.business_id = $1 and o.id = any($2::bigint[]) and o.route_id is null and o.delivery_kind = 'self'
         and o.third_party_carrier_id is null and o.tender_state is null and r.status is distinct from 'CLOSED'
         and o.status not in ('DELIVERED', 'RETURNED', 'REJECTED', 'CANCELLED')
         and exists (select from parcel p where p.business_id = $1 and p.order_id = o.id and p.custody in ('driver', 'vehicle'))`,
      [business_id, ids ?? []],
    );
    return rows.map(({ id, seq, at, route_id, driver_id }) => ({
      subject_id: id,
      key: `event ${seq}`,
      at,
      order_id: id,
      route_id,
      facts: { driver_id },
    }));
  },
});

/** Tells orders which of a day have open items. One that only waits for its plan is an item of the board and no exception. */
import { ordersWithAttentionRequested } from "#domain/orders/orders/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const findOrdersWithItems = subscribe(
  ordersWithAttentionRequested,
  async ({ db, business_id }, { date }) => {
    const rows = await db.rows<{ order_id: number }>(
      `select distinct i.order_id from attention_item i
         join delivery_order o on o.business_id = $1 and o.id = i.order_id and o.scheduled_date = $2::date
        where i.business_id = $1 and i.state = 'open' and i.kind <> 'order_unplanned'`,
      [business_id, date],
    );
    return rows.map(({ order_id }) => order_id);
  },
);

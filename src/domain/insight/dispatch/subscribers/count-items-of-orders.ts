/** Tells orders how many open items they have. */
import { attentionCountsRequested } from "#domain/orders/orders/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const countItemsOfOrders = subscribe(
  attentionCountsRequested,
  async ({ db, business_id }, { order_ids }) => {
    const rows = await db.rows<{ order_id: number; n: number }>(
      `select order_id, count(*)::int as n from attention_item
        where business_id = $1 and state = 'open' and order_id = any($2::bigint[]) group by order_id`,
      [business_id, [...order_ids]],
    );
    return new Map(rows.map(({ order_id, n }) => [order_id, n]));
  },
);

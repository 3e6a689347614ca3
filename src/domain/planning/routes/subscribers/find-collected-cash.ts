/** Tells orders which of them drivers completed, with their cash. */
import { collectedCashRequested } from "#domain/orders/orders/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const findCollectedCash = subscribe(
  collectedCashRequested,
  async ({ db, business_id }, { order_ids }) => {
    const rows = await db.rows<{ order_id: number }>(
      `select distinct t.order_id from stop_task t join delivery_order o on o.business_id = $1 and o.id = t.order_id
        where t.business_id = $1 and t.order_id = any($2::bigint[]) and t.status = 'DONE' and (t.action <> 'pickup' or o.type = 'P')`,
      [business_id, [...order_ids]],
    );
    return rows.map(({ order_id }) => order_id);
  },
);

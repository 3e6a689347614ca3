/** Tells orders whose cash riders collected. */
import { collectedCashRequested } from "#domain/orders/orders/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const findCashOfRiders = subscribe(
  collectedCashRequested,
  async ({ db, business_id }, { order_ids }) => {
    const rows = await db.rows<{ order_id: number }>(
      `select distinct order_id from instant_job
        where business_id = $1 and order_id = any($2::bigint[]) and cod_collected_minor is not null`,
      [business_id, [...order_ids]],
    );
    return rows.map(({ order_id }) => order_id);
  },
);

/** Gives the labels on which shipping rules are tested. */
import { boughtLabelsRequested, type PastLabel } from "#domain/carriers/shipping-rules/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const listBoughtLabels = subscribe(boughtLabelsRequested, ({ db, business_id }, { since, limit }) =>
  db.rows<PastLabel>(
    `select o.id, o.customer_id, o.shipment, a.code as carrier_account, o.service, o.service_name,
            o.price_minor, o.currency, o.offers
       from label_order o
       join carrier_account a on a.business_id = o.business_id and a.id = o.carrier_account_id
      where o.business_id = $1 and o.created_at >= $2 and o.purchased_at is not null
      order by o.id desc limit $3`,
    [business_id, since, limit],
  ),
);

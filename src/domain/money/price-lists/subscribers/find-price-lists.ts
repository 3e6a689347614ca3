/** Tells customers of which family price lists are. */
import { priceListsRequested } from "#domain/identity/customers/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import type { PriceFamily } from "#vocabulary/features.ts";

export const findListsOfCustomer = subscribe(priceListsRequested, ({ db, business_id }, { price_list_ids }) =>
  db.rows<{ price_list_id: number; family: PriceFamily }>(
    "select id as price_list_id, family from price_list where business_id = $1 and id = any($2::bigint[])",
    [business_id, price_list_ids],
  ),
);

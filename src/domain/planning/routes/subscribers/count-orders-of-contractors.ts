/** Tells contractors how many open orders are on their routes. Closed routes keep their orders; they count no more. */
import { contractorWorkRequested } from "#domain/fleet/contractors/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const countOrdersOfContractors = subscribe(
  contractorWorkRequested,
  ({ db, business_id }, { contractor_ids }) =>
    db.rows<{ contractor_id: number; orders_on_routes: number }>(
      `select r.contractor_id, count(*)::int as orders_on_routes from route r
         join delivery_order o on o.business_id = r.business_id and o.route_id = r.id
        where r.business_id = $1 and r.contractor_id = any($2::bigint[]) and r.status not in ('COMPLETED', 'CLOSED', 'CANCELLED')
          and o.status not in ('DELIVERED', 'RETURNED', 'REJECTED', 'CANCELLED') group by r.contractor_id`,
      [business_id, [...contractor_ids]],
    ),
);

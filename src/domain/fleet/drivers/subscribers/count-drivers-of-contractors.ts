/** Tells contractors how many drivers they have. */
import { contractorWorkRequested } from "#domain/fleet/contractors/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const countDriversOfContractors = subscribe(
  contractorWorkRequested,
  ({ db, business_id }, { contractor_ids }) =>
    db.rows<{ contractor_id: number; drivers: number }>(
      `select contractor_id, count(*)::int as drivers from driver
        where business_id = $1 and contractor_id = any($2::bigint[]) and status = 'active' group by contractor_id`,
      [business_id, [...contractor_ids]],
    ),
);

/**
 * A fact that arrived late contradicts a decision: what the decision caused is kept until somebody looks at it. Also goods
 * of an ended order whose delivery a carrier withdrew. It ends when the fact is voided, or the goods are delivered again.
 */
import { type Cause, type CauseSearch, defineAttention } from "#operation/define/attention.ts";
import { titles } from "../attention-titles.ts";
import { afterAnyChange, afterFact, findFacts } from "../lifecycle/attention.ts";

export const lateFactConflict = defineAttention({
  kind: "late_fact_conflict",
  severity: "critical",
  record_kind: "order",
  title: titles.late_fact_conflict,
  opens_after: {
    ...afterFact("late_fact_conflict"),
    "parcel.custody_changed": ({ payload }) =>
      payload["giver"] === "recipient" ? [Number(payload["order_id"])] : [],
  },
  clears_after: {
    ...afterAnyChange,
    "parcel.custody_changed": ({ payload }) =>
      payload["taker"] === "recipient" ? { order_id: Number(payload["order_id"]) } : null,
  },
  actions: [
    {
      operation: "clientOrderVoidEvent",
      input: ({ subject_id, facts }) => ({
        order_id: subject_id,
        ...(facts["seq"] === undefined ? {} : { seq: facts["seq"] }),
      }),
    },
  ],
  find: async (search, ids) => [
    ...(await findFacts(search, ids, "late_fact_conflict")),
    ...(await findWithdrawnDeliveries(search, ids)),
  ],
});

async function findWithdrawnDeliveries(
  { db, business_id }: CauseSearch,
  order_ids: readonly number[] | null,
): Promise<Cause[]> {
  const rows = await db.rows<{
    order_id: number;
    route_id: number | null;
    parcel_id: number;
    status: string;
    seq: number;
    at: string;
  }>(
    `select o.id as order_id, o.route_id, p.id as parcel_id, o.status, e.seq, e.recorded_at as at
     from delivery_order o join parcel p on p.business_id = $1 and p.order_id = o.id and p.custody <> 'recipient'
     cross join lateral (select seq, recorded_at, payload from event where business_id = $1 and subject_type = 'parcel'
       and subject_id = p.id::text and kind = 'parcel.custody_changed' order by seq desc limit 1) e
     where o.business_id = $1 and o.id = any($2::bigint[]) and o.status in ('DELIVERED', 'RETURNED', 'REJECTED', 'CANCELLED')
       and e.payload->>'giver' = 'recipient'`,
    [business_id, order_ids ?? []],
  );
  return rows.map(({ order_id, route_id, parcel_id, status, seq, at }) => ({
    subject_id: order_id,
    key: `parcel ${parcel_id} event ${seq}`,
    at,
    order_id,
    route_id,
    facts: { parcel_id, status },
  }));
}

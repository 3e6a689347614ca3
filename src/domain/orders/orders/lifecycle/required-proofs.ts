/**
 * What a delivery has to bring: proofs that the order, its customer or the business require, and cash. Checked before by
 * the driver who completes a stop here, and after by what reports a delivery from outside, which is a fact and never refused.
 */
import type { Context } from "#operation/define/context.ts";
import type { OrderRow } from "../records/order.ts";
import { collectedCashRequested } from "../topics.ts";
import type { OrderCommand } from "./status.ts";

export const PROOF_KINDS = ["photo", "signature", "pin", "scan", "id_check", "note"] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

/** Sources of required proofs besides the order itself. */
export interface ProofPolicy {
  /** Of the business: `settings.required_proofs`. */
  business: readonly ProofKind[];
  /** Of the customer whose order it is. */
  customer: readonly ProofKind[];
}

/** Proofs that an order requires where the service is rendered. */
export function listRequiredProofs(
  { requirements }: Pick<OrderRow, "requirements">,
  policy: ProofPolicy,
): ProofKind[] {
  const { pod = [], pin_hash } = requirements;
  const kinds = new Set<ProofKind>([...pod, ...policy.customer, ...policy.business]);
  if (pin_hash !== undefined) kinds.add("pin");
  return [...kinds];
}

/** Proof kinds of a setting; unknown words are ignored. */
function parseProofKinds(setting: unknown): ProofKind[] {
  if (!Array.isArray(setting)) return [];
  return PROOF_KINDS.filter((kind) => setting.includes(kind));
}

/** Sources of required proofs besides each order: the business's settings and the order's customer. */
export async function loadProofPolicies(
  { db, business_id, business }: Pick<Context<never>, "db" | "business_id" | "business">,
  orders: readonly Pick<OrderRow, "id" | "customer_id">[],
): Promise<Map<number, ProofPolicy>> {
  const customer_ids = [...new Set(orders.flatMap((order) => order.customer_id ?? []))];
  const rows = await db.rows<{ id: number; required_proofs: string[] }>(
    "select id, required_proofs from customer where business_id = $1 and id = any($2::bigint[])",
    [business_id, customer_ids],
  );
  const of_customer = new Map(rows.map((row) => [row.id, parseProofKinds(row.required_proofs)]));
  const of_business = parseProofKinds(business.settings.required_proofs);
  return new Map(
    orders.map(({ id, customer_id }) => [
      id,
      { business: of_business, customer: of_customer.get(customer_id ?? 0) ?? [] },
    ]),
  );
}

/** Members of the event of a delivery. */
export interface DeliveryDuties {
  required_proofs?: string[];
  /** Cash that was due, and that nobody of the business reported as collected with this delivery. */
  cash_due_minor?: number;
}

/**
 * What each change that delivers an order had to bring, whatever the road: by id of the order. A driver or rider reports
 * the cash with the completion itself, so it is due only where the delivery is reported otherwise.
 */
export async function loadDeliveryDuties(
  context: Pick<Context<never>, "db" | "business_id" | "business">,
  changes: readonly { order: OrderRow; set: { status?: string }; trigger?: OrderCommand }[],
): Promise<Map<number, DeliveryDuties>> {
  const delivering = changes.filter(
    ({ order, set }) => set.status === "DELIVERED" && order.status !== "DELIVERED",
  );
  if (delivering.length === 0) return new Map();
  const policies = await loadProofPolicies(
    context,
    delivering.map(({ order }) => order),
  );
  return new Map(
    delivering.map(({ order, trigger }) => {
      const policy = policies.get(order.id) ?? { business: [], customer: [] };
      const required = listRequiredProofs(order, policy);
      return [
        order.id,
        {
          ...(required.length === 0 ? {} : { required_proofs: required }),
          ...(order.cod_minor === 0 || trigger === "complete" ? {} : { cash_due_minor: order.cod_minor }),
        },
      ];
    }),
  );
}

export interface OutstandingDuties {
  order_id: number;
  route_id: number | null;
  seq: number;
  at: string;
  provider: string | null;
  currency: string;
  missing_proofs: string[];
  cash_outstanding_minor: number;
}

/** Delivered orders that lack a required proof, or whose cash nobody collected, by the rows as they are now. */
export async function findOutstandingDuties(
  {
    db,
    business_id,
    emitted,
    publish,
  }: Pick<Context<never>, "db" | "business_id" | "publish"> & Partial<Pick<Context<never>, "emitted">>,
  order_ids: readonly number[],
): Promise<OutstandingDuties[]> {
  if (order_ids.length === 0) return [];
  // Of a delivery in this transaction, whose event is written at its end.
  const pending = Object.fromEntries(
    order_ids.flatMap((id) => {
      const event = emitted?.("order", id).findLast(
        ({ payload = {} }) => "required_proofs" in payload || "cash_due_minor" in payload,
      );
      return event === undefined ? [] : [[id, event.payload]];
    }),
  );
  const rows = await db.rows<OutstandingDuties>(
    `select o.id as order_id, o.route_id, coalesce(e.seq, 0) as seq, e.recorded_at as at, e.payload->>'provider' as provider, o.currency,
       array(select required.kind from jsonb_array_elements_text(coalesce(e.payload->'required_proofs', '[]')) required(kind)
         where not exists (select from proof p where p.business_id = $1 and p.subject_type = 'order'
           and p.subject_id = o.id and p.kind = required.kind)) as missing_proofs,
       coalesce((e.payload->>'cash_due_minor')::bigint, 0) as cash_outstanding_minor
     from delivery_order o
     cross join lateral (select null::int as seq, null::timestamptz as recorded_at, $3::jsonb->o.id::text as payload
         where $3::jsonb ? o.id::text
       union all (select seq, recorded_at, payload from event
        where business_id = $1 and subject_type = 'order' and subject_id = o.id::text
          and payload->'state'->>'status' = 'DELIVERED' and payload->>'status_before' <> 'DELIVERED'
        order by seq desc limit 1) limit 1) e
     where o.business_id = $1 and o.id = any($2::bigint[]) and o.status = 'DELIVERED'`,
    [business_id, order_ids, JSON.stringify(pending)],
  );
  const unpaid = rows.flatMap(({ order_id, cash_outstanding_minor }) =>
    cash_outstanding_minor > 0 ? [order_id] : [],
  );
  const answers = unpaid.length === 0 ? [] : await publish(collectedCashRequested, { order_ids: unpaid });
  const collected = new Set(answers.flat());
  const duties = rows.map((row) =>
    collected.has(row.order_id) ? { ...row, cash_outstanding_minor: 0 } : row,
  );
  return duties.filter(
    ({ missing_proofs, cash_outstanding_minor }) => missing_proofs.length > 0 || cash_outstanding_minor > 0,
  );
}

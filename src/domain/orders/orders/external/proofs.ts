/** Stores the proofs that events of others bring, beside those that own drivers capture. */
import type { TimelineChange } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { ProofType, StoredEvent } from "#otep/event.ts";
import type { ProofKind } from "../lifecycle/required-proofs.ts";
import type { OrderRow } from "../records/order.ts";
import { insertProofs } from "../records/proof.ts";

/** A `document` proves whatever it says, so it stands for no kind that an order can require. */
const KINDS: Partial<Record<ProofType, ProofKind>> = {
  signature: "signature",
  photo: "photo",
  pin: "pin",
  barcode: "scan",
  id_check: "id_check",
};

/** Added to a delivery afterwards. */
const ADDED_LATER = "otep:lastmile:proof_captured";

/**
 * Proofs of a delivery: those of its event, and those that are added later. What is captured at a pickup proves no delivery. The
 * evidence itself stays with the provider; its digest is kept.
 */
export async function storeReportedProofs(
  context: Context<never>,
  changes: readonly TimelineChange[],
  orders: ReadonlyMap<number, OrderRow>,
): Promise<void> {
  const proofs = changes.flatMap(({ target, entries }) =>
    orders.has(target.subject.id)
      ? entries.flatMap(({ event }) =>
          listProofs(event).map((proof) => ({ order_id: target.subject.id, ...proof })),
        )
      : [],
  );
  await insertProofs(context, null, proofs);
}

function listProofs({ base, status_code, occurred_at, proof = [] }: StoredEvent) {
  if (base !== "delivered" && status_code !== ADDED_LATER) return [];
  return proof.flatMap(({ type, sha256, signed_by, relation, captured_at }) => {
    const kind = KINDS[type];
    if (kind === undefined) return [];
    return {
      kind,
      file_id: null,
      sha256: sha256 ?? null,
      value: null,
      signed_by: signed_by ?? null,
      relation: relation ?? null,
      lat: null,
      lng: null,
      captured_at: captured_at ?? occurred_at,
    };
  });
}

/**
 * An order was delivered without a proof that it requires, or without its cash: by a carrier or partner, whose word is a fact
 * and never refused. It ends when the proofs arrive, the cash is reported or the delivery turns out to be wrong; cash that a
 * partner keeps is a decision.
 */
import { defineAttention, toAffectedRecord, toRecordId } from "#operation/define/attention.ts";
import { titles } from "../attention-titles.ts";
import { afterAnyChange, ORDER_CHANGES } from "../lifecycle/attention.ts";
import { findOutstandingDuties } from "../lifecycle/required-proofs.ts";

const hasDuties = (event: Parameters<typeof toRecordId>[0]) =>
  event.payload["required_proofs"] !== undefined || event.payload["cash_due_minor"] !== undefined
    ? toRecordId(event)
    : [];

const ofRoute = ({ payload }: Parameters<typeof toRecordId>[0]) => ({
  route_id: Number(payload["route_id"]),
});

export const deliveryUnproven = defineAttention({
  kind: "delivery_unproven",
  severity: "warning",
  record_kind: "order",
  title: titles.delivery_unproven,
  opens_after: Object.fromEntries(ORDER_CHANGES.map((kind) => [kind, hasDuties])),
  clears_after: {
    ...afterAnyChange,
    "stop.proofs_captured": ofRoute,
    "stop.completed": ofRoute,
    "stop.reported_again": ofRoute,
    "tracking.updated": toAffectedRecord,
    "tender.proof_received": ({ payload }) => ({ order_id: Number(payload["order_id"]) }),
  },
  // A proof or the cash comes from the driver who delivered; there is no operation that makes up for it.
  actions: [],
  async find(search, ids) {
    const outstanding = await findOutstandingDuties(search, ids ?? []);
    return outstanding.map(
      ({ order_id, route_id, seq, at, provider, currency, missing_proofs, cash_outstanding_minor }) => ({
        subject_id: order_id,
        key: `event ${seq}`,
        at,
        order_id,
        route_id,
        facts: { provider, missing_proofs, cash_outstanding_minor, currency },
      }),
    );
  },
});

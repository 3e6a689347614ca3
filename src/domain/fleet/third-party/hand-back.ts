/** A provider gives an order back: before the pickup it is offered on; after it, somebody must see to the goods. */
import { ingestReports } from "#domain/integration/otep/public.ts";
import { findOrder } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { IncidentReason } from "#otep/codes.gen.ts";
import { endOffer, explain, recordSteps } from "./records/offer.ts";
import { emitTender, type PartnerTender, saveTender } from "./records/tender.ts";
import { continueOffer } from "./tender-next.ts";

export const HAND_BACK_REASONS = [
  "no_courier",
  "vehicle_breakdown",
  "address_problem",
  "sender_unavailable",
  "recipient_unavailable",
  "goods_do_not_fit",
  "damaged",
  "lost",
  "weather",
  "other",
] as const;

/** The incident reasons of the protocol for what became of the goods. */
const INCIDENTS: Partial<Record<string, IncidentReason>> = {
  damaged: "damaged",
  lost: "lost",
  address_problem: "address_incorrect",
  recipient_unavailable: "recipient_absent",
};

export interface HandBack {
  reason: string;
  note: string;
  occurred_at: string;
}

export async function handBack(
  context: Context<never>,
  partner_tender: PartnerTender,
  { reason, note, occurred_at }: HandBack,
) {
  const { now, db, business_id } = context;
  const { offer, tender, provider } = partner_tender;
  const with_goods = tender.state === "IN_PROGRESS";
  await saveTender(context, tender, {
    state: "HANDED_BACK",
    reason,
    note,
    ended_at: now.toISOString(),
  });
  emitTender(context, "tender.handed_back", tender, provider, { with_goods });
  explain(context, offer, { what: "handed_back", provider_id: provider.id, reason });
  if (!with_goods) {
    const order = await recordSteps(context, partner_tender, null, {
      code: "otep:thirdparty:courier_unassigned",
      source: { type: "third_party" },
    });
    await continueOffer(context, { ...partner_tender, order });
    return;
  }
  // Nobody else can take goods that are with a courier: the order is an exception until they are received or returned.
  await ingestReports(context, { code: provider.code, source_type: "third_party" }, [
    {
      subject: { scheme: "order_id", id: String(partner_tender.order.id) },
      occurred_at,
      status_code: "otep:core:exception",
      incident_reason: INCIDENTS[reason] ?? "other",
      source: { type: "third_party", raw_code: reason },
    },
  ]);
  const order = await findOrder(db, business_id, partner_tender.order.id);
  explain(context, offer, { what: "own_pool", reason: "goods_with_provider" });
  if (order !== undefined) await recordSteps(context, { order, offer }, null);
  await endOffer(context, offer, "EXHAUSTED", "goods_with_provider");
}

/** Creates a unified order at a rate, as what the rate is for. */
import Type, { type Static } from "typebox";
import {
  buyMembers,
  customerMember,
  hashShipment,
  purchaseRefusals,
  type QuotedLabel,
  requirePayable,
  resolveCustomer,
  startPurchase,
  toPurchase,
} from "#domain/carriers/shipping/public.ts";
import { type ClaimedQuote, claimQuote, rateRefusals } from "#domain/money/quotes/public.ts";
import { createFromDraft, hashQuotedDelivery, toDeliveryQuote } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { Ref } from "#vocabulary/ref.ts";
import type { UnifiedDelivery } from "./rate.ts";
import { insertUnified, type UnifiedOrderRow } from "./records/unified-order.ts";

export const RateId = Type.String({ minLength: 1, maxLength: 200, description: "From a rate." });

export const createMembers = { rate_id: Ref("rate", RateId), ...customerMember, ...buyMembers };
export const CreateInput = Type.Object(createMembers, { $id: "UnifiedOrderRequest" });
export type CreateInput = Static<typeof CreateInput>;

/** What the order of a label is refused for before it exists; what its carrier refuses leaves it without a label. */
export const createRefusals = {
  ...rateRefusals,
  unknown_customer: "invalid",
  wallet_too_low: purchaseRefusals.wallet_too_low,
  account_closed: purchaseRefusals.account_closed,
} as const;

const readDelivery = ({ details }: ClaimedQuote) =>
  (details as { unified?: UnifiedDelivery } | null)?.unified;

/** A rate of a delivery that was not quoted here does not say what to deliver. */
function hashQuoted(quote: ClaimedQuote): string {
  if (quote.subject_kind === "label") return hashShipment((quote.details as QuotedLabel).shipment, quote);
  const delivery = readDelivery(quote);
  return delivery === undefined ? "" : hashQuotedDelivery(quote, delivery.sent);
}

export async function createUnified(
  context: Context<keyof typeof createRefusals>,
  input: CreateInput,
): Promise<UnifiedOrderRow> {
  const { rate_id, ref = null, label_format, pay_from } = input;
  const customer_id = await resolveCustomer(context, input.customer_id);
  const quote = await claimQuote(context, {
    rate_id,
    customer_id,
    subject_kinds: ["order", "label"],
    inputs_hash: hashQuoted,
  });
  if (quote.subject_kind === "label") {
    requirePayable(context, pay_from);
    const purchase = await toPurchase(context, quote, { customer_id, label_format });
    const label = await startPurchase(context, purchase, { ref });
    return insertUnified(context, { kind: "label", customer_id, rate_id, ref, label_order_id: label.id });
  }
  const delivery = readDelivery(quote);
  if (delivery === undefined) throw new Error("A delivery was claimed that was not quoted here.");
  const draft = { ...delivery.located, ...(ref === null ? {} : { ref }), customer_id };
  const { order } = await createFromDraft(context, draft, async () => toDeliveryQuote(quote));
  return insertUnified(context, { kind: "self", customer_id, rate_id, ref, order_id: order.id });
}

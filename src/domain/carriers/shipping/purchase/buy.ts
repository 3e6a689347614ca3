/** The parts of every operation that buys a label: the quote is claimed, the carrier asked, the outcome recorded. */
import Type from "typebox";
import type { OfferAtPurchase } from "#domain/carriers/shipping-rules/public.ts";
import {
  type ClaimedQuote,
  claimQuote,
  findIssuedTogether,
  type rateRefusals,
} from "#domain/money/quotes/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Refusal } from "#operation/define/refusal.ts";
import { requireVisiblePrices } from "#operation/response/prices.ts";
import type { LabelFormat, Shipment } from "#providers/carriers/port.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { answerLabel } from "../answer.ts";
import { messages } from "../messages.ts";
import type { QuotedLabel } from "../rating/price-rates.ts";
import { findEnabledAccount } from "../rating/request-rates.ts";
import { hashShipment } from "../rating/shipment.ts";
import { findLabel, type Line } from "../records/label.ts";
import { recordPurchase } from "./record.ts";
import { type PurchaseOutcome, requestPurchase } from "./request-purchase.ts";
import type { NewPurchase } from "./start.ts";

export const buyMembers = {
  ref: Type.Optional(
    Type.String({ maxLength: 100, description: "Your own reference.", "x-tool": "Your reference." }),
  ),
  label_format: Type.Optional(
    StringEnum(["pdf", "png", "zpl"], { description: "4 x 6 inch; pdf if absent." }),
  ),
  pay_from: Type.Optional(
    StringEnum(["wallet"], {
      description:
        "A customer from whom label prices are hidden buys on account, and is refused with 403 where it insists on its wallet.",
      "x-tool": "Refused where prices are hidden.",
    }),
  ),
};

/** What an operation that buys declares. */
export const purchaseRefusals = {
  wallet_too_low: "unpaid",
  account_closed: "conflict",
  rate_changed: "conflict",
  carrier_refused: "invalid",
  carrier_unavailable: "unavailable",
} as const;

/** The online payment of a family whose prices are hidden is refused, as the contract says. */
export function requirePayable(
  { actor }: Pick<Context<never>, "actor">,
  pay_from: "wallet" | undefined,
): void {
  if (pay_from === "wallet") requireVisiblePrices(actor, "label_service");
}

/**
 * The purchase at exactly the quoted price, for the quoted shipment, or for the one that was sent with it where the price
 * depends on nothing that differs.
 */
export async function claimRate(
  context: Context<keyof typeof rateRefusals | "account_closed">,
  {
    rate_id,
    customer_id,
    shipment,
    label_format = "pdf",
  }: {
    rate_id: string;
    customer_id: number | null;
    shipment: Shipment | null;
    label_format?: LabelFormat | undefined;
  },
): Promise<NewPurchase> {
  const quoted = ({ details }: ClaimedQuote) => details as QuotedLabel;
  const quote = await claimQuote(context, {
    rate_id,
    customer_id,
    subject_kinds: ["label"],
    inputs_hash: (claimed) => hashShipment(shipment ?? quoted(claimed).shipment, claimed),
  });
  return toPurchase(context, quote, { customer_id, shipment, label_format });
}

/** What a claimed quote of a label buys. Refuses where its account is not enabled any more. */
export async function toPurchase(
  context: Context<"account_closed">,
  quote: ClaimedQuote,
  {
    customer_id,
    shipment = null,
    label_format = "pdf",
  }: { customer_id: number | null; shipment?: Shipment | null; label_format?: LabelFormat | undefined },
): Promise<NewPurchase> {
  const details = quote.details as QuotedLabel;
  const account = await findEnabledAccount(context, details.carrier_account_id);
  if (account === undefined) throw context.refuse("account_closed", { message: messages.account_closed });
  return {
    quote_id: quote.id,
    customer_id,
    carrier_account_id: account.id,
    carrier: details.carrier,
    service: quote.service,
    service_name: details.service_name,
    shipment: shipment ?? details.shipment,
    price_minor: quote.total_minor,
    currency: quote.currency,
    lines: quote.lines as Line[],
    charge_minor: quote.carrier_charge_minor ?? 0,
    charge_currency: quote.carrier_currency ?? quote.currency,
    label_format,
    offers: await findOffers(context, quote),
  };
}

/** What else was offered for the shipment, from the quotes of the same answer; each account's service once. */
async function findOffers(context: Context<never>, quote: ClaimedQuote): Promise<OfferAtPurchase[]> {
  const shipment = JSON.stringify((quote.details as QuotedLabel).shipment);
  const offers = new Map<string, OfferAtPurchase>();
  for (const { provider, service, total_minor, currency, details } of await findIssuedTogether(
    context,
    quote.id,
  )) {
    const { shipment: other, service_name, arrives_on, preference } = details as QuotedLabel;
    if (JSON.stringify(other) !== shipment) continue;
    offers.set(`${provider} ${service}`, {
      carrier_account: provider,
      service,
      service_name,
      price_minor: total_minor,
      currency,
      arrives_on,
      preference,
    });
  }
  return [...offers.values()];
}

type Performed = {
  asked: { id: number; reference: string; carrier_account_id: number };
  outcome: PurchaseOutcome;
} | null;

/** For `perform`. Null when somebody else has found out meanwhile how it ended. */
export async function performPurchase(context: Context<never>, label_order_id: number): Promise<Performed> {
  const order = await findLabel(context, label_order_id);
  if (order?.state !== "PURCHASING") return null;
  const { id, reference, carrier_account_id } = order;
  return { asked: { id, reference, carrier_account_id }, outcome: await requestPurchase(context, order) };
}

/** For `settle`. A failed purchase is a refusal; the label stays, and can be bought again. */
export async function settlePurchase(
  context: Context<keyof typeof purchaseRefusals>,
  label_order_id: number,
  performed: Performed,
): Promise<Awaited<ReturnType<typeof answerLabel>> | Refusal> {
  if (performed !== null) {
    const order = await recordPurchase(context, performed.asked, performed.outcome);
    const { outcome } = performed;
    if (outcome.kind === "refused" && order.purchased_at === null)
      return refusePurchase(context, label_order_id, outcome);
  }
  return answerLabel(context, label_order_id);
}

/** Failures by which the carrier was not reached, and may be later. */
export const UNAVAILABLE: ReadonlySet<string> = new Set([
  "unreachable",
  "rate_limited",
  "not_authorised",
  "private_address",
]);

function refusePurchase(
  { refuse }: Context<keyof typeof purchaseRefusals>,
  label_order_id: number,
  { failure, code, text }: { failure: string; code: string | null; text: string },
): Refusal {
  const extra = { label_order_id, state: "LABEL_PURCHASE_FAILED", failure, carrier_code: code };
  if (failure === "price_changed") return refuse("rate_changed", { message: messages.rate_changed, extra });
  const reason = UNAVAILABLE.has(failure) ? "carrier_unavailable" : "carrier_refused";
  return refuse(reason, { message: messages[reason], values: { reason: text }, extra });
}

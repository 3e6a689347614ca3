/** Quoted deliveries: an order with a rate_id has exactly the quoted price, or is refused. */
import { DELIVERY_SERVICES } from "#domain/money/price-lists/public.ts";
import { type ClaimedQuote, claimQuote, type rateRefusals } from "#domain/money/quotes/public.ts";
import type { Context } from "#operation/define/context.ts";
import { type Delivery, type DeliveryQuoteDetails, type Fact, hashDelivery } from "./delivery-hash.ts";

export type DeliveryService = (typeof DELIVERY_SERVICES)[number];

const isDeliveryService = (service: string): service is DeliveryService =>
  (DELIVERY_SERVICES as readonly string[]).includes(service);

const readFacts = (details: unknown): Fact[] => (details as DeliveryQuoteDetails | null)?.facts ?? [];

/** A delivery without a service has that of its quote. */
export async function claimDelivery(
  context: Context<keyof typeof rateRefusals>,
  rate_id: string,
  customer_id: number | null,
  delivery: Delivery,
): Promise<ClaimedQuote & { service: DeliveryService }> {
  const quote = await claimQuote(context, {
    rate_id,
    customer_id,
    subject_kinds: ["order"],
    inputs_hash: (claimed) => hashQuotedDelivery(claimed, delivery),
  });
  return toDeliveryQuote(quote);
}

/** What a quote of a delivery must be claimed with. */
export function hashQuotedDelivery({ service, details }: ClaimedQuote, delivery: Delivery): string {
  return hashDelivery({ ...delivery, service: delivery.service ?? service }, readFacts(details));
}

export function toDeliveryQuote(quote: ClaimedQuote): ClaimedQuote & { service: DeliveryService } {
  const { service } = quote;
  if (!isDeliveryService(service)) throw new Error(`A delivery was quoted as ${service}.`);
  return { ...quote, service };
}

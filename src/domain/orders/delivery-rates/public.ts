/** Quoted deliveries for other families: an order with a rate_id has exactly the quoted price, or is refused. */
import { type ClaimedQuote, claimQuote, type rateRefusals } from "#domain/money/quotes/public.ts";
import type { Context } from "#operation/define/context.ts";
import { type Delivery, type Fact, hashDelivery } from "./hash.ts";
import { type DeliveryService, isDeliveryService } from "./services.ts";

/** What the quote keeps of itself: see `rate-delivery.ts`. Quotes from before surcharges keep nothing. */
export interface DeliveryQuoteDetails {
  facts: Fact[];
}
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
    inputs_hash: ({ service, details }) =>
      hashDelivery({ ...delivery, service: delivery.service ?? service }, readFacts(details)),
  });
  const { service } = quote;
  if (!isDeliveryService(service)) throw new Error(`A delivery was quoted as ${service}.`);
  return { ...quote, service };
}

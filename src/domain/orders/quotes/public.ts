/** Quotes for other families: an order with a rate_id has exactly the quoted price, or is refused. */
import type { Context } from "#operation/define/context.ts";
import { hashInputs, type Service, type Shipment } from "./pricing.ts";
import { isValidRateId } from "./rate-id.ts";

export interface ClaimedQuote {
  id: number;
  service: Service;
  total_minor: number;
  lines: unknown;
  currency: string;
}

/** Find and lock the quote of a rate_id. Refuses one of another customer, for another shipment, expired or used. */
export async function claimQuote(
  { db, business_id, now, refuse, settings }: Context<"rate_unknown" | "rate_expired" | "rate_used">,
  rate_id: string,
  customer_id: number | null,
  shipment: Shipment,
): Promise<ClaimedQuote> {
  const unknown = refuse("rate_unknown", {
    message: "This rate_id was not given to you, or not for this shipment.",
    errors: [{ field: "rate_id", message: "was not given to you for this shipment" }],
  });
  if (!isValidRateId(settings.secret_key, business_id, rate_id)) throw unknown;
  const quote = await db.row<
    ClaimedQuote & {
      customer_id: number | null;
      inputs_hash: string;
      expires_at: string;
      used_by_order_id: number | null;
    }
  >(
    `select id, service, total_minor, lines, currency, customer_id, inputs_hash, expires_at, used_by_order_id from quote
      where business_id = $1 and rate_id = $2 for update`,
    [business_id, rate_id],
  );
  if (
    quote === undefined ||
    quote.customer_id !== customer_id ||
    quote.inputs_hash !== hashInputs({ ...shipment, service: shipment.service ?? quote.service })
  ) {
    throw unknown;
  }
  if (new Date(quote.expires_at) <= now)
    throw refuse("rate_expired", { message: "This rate_id expired; ask for a new quote." });
  if (quote.used_by_order_id !== null)
    throw refuse("rate_used", { message: "This rate_id was used for another order." });
  return quote;
}

export async function markQuoteUsed(
  { db, business_id }: Context<never>,
  quote_id: number,
  order_id: number,
): Promise<void> {
  await db.execute("update quote set used_by_order_id = $3 where business_id = $1 and id = $2", [
    business_id,
    quote_id,
    order_id,
  ]);
}

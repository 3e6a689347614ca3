/** Issue quotes: prices that are kept for a while and used once. */
import type { Context } from "#operation/define/context.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import { createRateId } from "./rate-id.ts";

/** How long a quote is valid if the caller that prices it does not set it. */
const VALID_MS = 30 * 60 * 1000;

/** What several quotes have in common. */
export interface QuotesFor {
  price_family: PriceFamily;
  /** What will use them: `order`, `label`, `storage_order` ... */
  subject_kind: string;
  /** Who may use them; null: the business. */
  customer_id: number | null;
  currency: string;
}

export interface Offer {
  /** `self`, the default, or the code of the carrier account that would carry it. */
  provider?: string;
  /** Code of the service. */
  service: string;
  /** From `hashPricedInputs`. */
  inputs_hash: string;
  lines: readonly { code: string; label: string; amount_minor: number }[];
  total_minor: number;
  /** The version of the price list; null where none was used, as for labels that a business buys for itself. */
  price_list_id: number | null;
  /** What the carrier charges the business. Never shown to customers. */
  carrier_charge?: { amount_minor: number; currency: string };
  /** What the family needs when the quote is used, such as the carrier's id of its rate. Never shown. */
  details?: unknown;
  /** If the carrier's rate ends sooner or later than half an hour from now. */
  expires_at?: string;
}

export interface IssuedQuote {
  id: number;
  rate_id: string;
  expires_at: string;
}

/** One quote for each offer, in their order. */
export async function issueQuotes(
  { db, business_id, now, settings, emit }: Context<never>,
  { price_family, subject_kind, customer_id, currency }: QuotesFor,
  offers: readonly Offer[],
): Promise<IssuedQuote[]> {
  if (offers.length === 0) return [];
  const default_expiry = new Date(now.getTime() + VALID_MS).toISOString();
  const rows = offers.map(({ provider = "self", carrier_charge, details = null, ...offer }) => ({
    ...offer,
    rate_id: createRateId(settings.secret_key, business_id),
    provider,
    carrier_charge_minor: carrier_charge?.amount_minor ?? null,
    carrier_currency: carrier_charge?.currency ?? null,
    details,
    expires_at: offer.expires_at ?? default_expiry,
  }));
  const quote_rows = await db.rows<{ id: number; rate_id: string }>(
    `insert into quote (business_id, family, subject_kind, customer_id, currency, created_at, rate_id, provider, service,
       inputs_hash, price_list_id, lines, total_minor, carrier_charge_minor, carrier_currency, details, expires_at)
     select $1, $2, $3, $4, $5, $6, r.* from json_to_recordset($7::json) as r(rate_id text, provider text, service text,
       inputs_hash text, price_list_id bigint, lines jsonb, total_minor bigint, carrier_charge_minor bigint,
       carrier_currency text, details jsonb, expires_at timestamptz)
     returning id, rate_id`,
    [business_id, price_family, subject_kind, customer_id, currency, now, JSON.stringify(rows)],
  );
  const ids = new Map(quote_rows.map(({ id, rate_id }) => [rate_id, id]));
  return rows.map(({ rate_id, expires_at, service, price_list_id }) => {
    const id = ids.get(rate_id);
    if (id === undefined) throw new Error("A quote was not stored.");
    emit({
      subject: { type: "quote", id, is_new: true },
      kind: "quote.made",
      payload: { customer_id, family: price_family, service, price_list_id, expires_at },
    });
    return { id, rate_id, expires_at };
  });
}

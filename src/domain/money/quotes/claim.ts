/** Use a quote: what has a rate_id gets exactly the quoted price, or is refused. */
import type { Context } from "#operation/define/context.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import { messages } from "./messages.ts";
import { isValidRateId } from "./rate-id.ts";

/** What an operation that takes a rate_id declares. */
export const rateRefusals = {
  rate_unknown: "invalid",
  rate_expired: "conflict",
  rate_used: "conflict",
} as const;

export interface ClaimedQuote {
  id: number;
  family: PriceFamily;
  subject_kind: string;
  provider: string;
  service: string;
  lines: unknown;
  total_minor: number;
  currency: string;
  price_list_id: number | null;
  carrier_charge_minor: number | null;
  carrier_currency: string | null;
  details: unknown;
}

export interface Claim {
  rate_id: string;
  /** Whose quote it must be; null: the business's own. */
  customer_id: number | null;
  /** What the quote may be a price for. */
  subject_kinds: readonly string[];
  /** The hash of what the quote is to be used for, which may depend on what was quoted. */
  inputs_hash: string | ((quote: ClaimedQuote) => string);
}

/**
 * Finds and locks the quote of a rate_id. Refuses one of another customer, for another kind of thing or other inputs,
 * expired or used. The lock lasts to the end of the transaction, so of two that use one quote the second sees it used.
 */
export async function claimQuote(
  { db, business_id, now, refuse, settings }: Context<keyof typeof rateRefusals>,
  { rate_id, customer_id, subject_kinds, inputs_hash }: Claim,
): Promise<ClaimedQuote> {
  const unknown = refuse("rate_unknown", {
    message: messages.rate_unknown,
    errors: [{ field: "rate_id", message: messages.not_given_for_shipment }],
  });
  if (!isValidRateId(settings.secret_key, business_id, rate_id)) throw unknown;
  const row = await db.row<
    ClaimedQuote & {
      customer_id: number | null;
      inputs_hash: string;
      expires_at: string;
      used_by_id: number | null;
    }
  >(
    `select id, family, subject_kind, provider, service, lines, total_minor, currency, price_list_id, carrier_charge_minor,
       carrier_currency, details, customer_id, inputs_hash, expires_at, used_by_id
       from quote where business_id = $1 and rate_id = $2 for update`,
    [business_id, rate_id],
  );
  if (row === undefined) throw unknown;
  const { customer_id: quoted_to, inputs_hash: quoted_hash, expires_at, used_by_id, ...quote } = row;
  if (quoted_to !== customer_id || !subject_kinds.includes(quote.subject_kind)) throw unknown;
  if (quoted_hash !== (typeof inputs_hash === "string" ? inputs_hash : inputs_hash(quote))) throw unknown;
  if (new Date(expires_at) <= now) throw refuse("rate_expired", { message: messages.rate_expired });
  if (used_by_id !== null) throw refuse("rate_used", { message: messages.rate_used });
  return quote;
}

/** In the transaction of `claimQuote`. */
export async function markQuoteUsed(
  { db, business_id }: Context<never>,
  quote_id: number,
  used_by: { type: string; id: number },
): Promise<void> {
  await db.execute(
    "update quote set used_by_type = $3, used_by_id = $4 where business_id = $1 and id = $2 and used_by_id is null",
    [business_id, quote_id, used_by.type, used_by.id],
  );
}

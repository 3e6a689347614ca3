/** Quotes that were issued with another one: what else was offered then. */
import type { Context } from "#operation/define/context.ts";
import type { ClaimedQuote } from "./claim.ts";

/** Ids of one answer lie closer together than this, also where several are issued at once. */
const IDS_APART_MAX = 200;

export type QuoteIssuedTogether = Pick<
  ClaimedQuote,
  "provider" | "service" | "total_minor" | "currency" | "details"
>;

/**
 * Quotes of the same instant, for the same customer and kind of thing, in the order of their issue; the one that is asked
 * about is among them. Another call of the same millisecond may be too: the caller compares what they were quoted for.
 */
export function findIssuedTogether(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  quote_id: number,
): Promise<QuoteIssuedTogether[]> {
  return db.rows<QuoteIssuedTogether>(
    `select q.provider, q.service, q.total_minor, q.currency, q.details
       from quote own
       join quote q on q.business_id = own.business_id and q.created_at = own.created_at
        and q.subject_kind = own.subject_kind and q.customer_id is not distinct from own.customer_id
      where own.business_id = $1 and own.id = $2 and q.business_id = $1
        and q.id between $2::bigint - ${IDS_APART_MAX} and $2::bigint + ${IDS_APART_MAX}
      order by q.id`,
    [business_id, quote_id],
  );
}

/** Bookings by the business itself: payments that it received, and corrections. */
import type { Context } from "#operation/define/context.ts";
import { formatMoney } from "#vocabulary/money.ts";
import { messages } from "./messages.ts";
import { postTransaction } from "./post.ts";
import { getCustomerWallet, toCustomerWallet } from "./records/ledger-account.ts";
import { buildSides, computeAvailable, type TransactionKind } from "./rules.ts";

type Booking = {
  kind: Extract<TransactionKind, "topup" | "settlement" | "adjustment" | "payout">;
  customer_id: number;
  amount_minor: number;
  method?: string;
  reference?: string;
  note?: string;
};

/** Books in the business's currency. Refuses `not_found`, `reference_used` and `below_credit_limit`. */
export async function book(
  context: Context<"reference_used" | "below_credit_limit">,
  { kind, customer_id, amount_minor, ...facts }: Booking,
) {
  const { refuse } = context;
  const before = await getCustomerWallet(context, customer_id);
  const { currency } = before;
  const posted = await postTransaction(context, {
    ...facts,
    kind,
    customer_id,
    currency,
    sides: buildSides(kind, amount_minor),
  });
  if ("reference_used" in posted) {
    throw refuse("reference_used", {
      message: messages.reference_used,
      values: { transaction_id: posted.reference_used },
      errors: [{ field: "reference", message: messages.recorded_before }],
      extra: { transaction_id: posted.reference_used },
    });
  }
  if ("insufficient_funds" in posted) {
    const { balance_minor, credit_limit_minor } = posted.insufficient_funds;
    const available_minor = computeAvailable(balance_minor, credit_limit_minor);
    throw refuse("below_credit_limit", {
      message: messages.below_credit_limit,
      values: { available: formatMoney(available_minor, currency) },
      errors: [
        { field: "amount_minor", message: messages.is_more_than.with({ available: available_minor }) },
      ],
      extra: { available_minor, currency },
    });
  }
  const wallet = await getCustomerWallet(context, customer_id);
  return { result: true, transaction_id: posted.transaction.id, wallet: toCustomerWallet(wallet) };
}

/** What payments by card do to a wallet, for the family `payments`. */
import type { Context } from "#operation/define/context.ts";
import { type Posting, postTransaction } from "./post.ts";
import { refuseInsufficientFunds } from "./purchases.ts";
import { buildSides } from "./rules.ts";

export interface CardPayment {
  customer_id: number;
  amount_minor: number;
  currency: string;
  payment_id: number;
}

const METHOD = "card";

const toPosting = ({ customer_id, currency, payment_id }: CardPayment) => ({
  customer_id,
  currency,
  subject: { type: "payment", id: payment_id },
});

async function mustPost(context: Context<never>, posting: Posting): Promise<number> {
  const posted = await postTransaction(context, posting);
  if (!("transaction" in posted)) throw new Error(`A ${posting.kind} of a payment was refused.`);
  return posted.transaction.id;
}

/** Adds what was paid to the wallet. A payment is added once: the caller holds its lock and its state. */
export async function creditCardPayment(context: Context<never>, payment: CardPayment): Promise<number> {
  const sides = buildSides("topup", payment.amount_minor);
  return mustPost(context, { ...toPosting(payment), kind: "topup", method: METHOD, sides });
}

/** Reserves the amount of a refund. Refuses `wallet_too_low` when the wallet has less, whatever its credit. */
export async function holdCardRefund(
  context: Context<"wallet_too_low">,
  payment: CardPayment,
): Promise<void> {
  const { amount_minor, currency } = payment;
  const posted = await postTransaction(context, {
    ...toPosting(payment),
    kind: "hold",
    sides: buildSides("hold", amount_minor),
  });
  if ("reference_used" in posted) throw new Error("A hold has no reference.");
  if ("insufficient_funds" in posted)
    throw refuseInsufficientFunds(
      context,
      { ...posted.insufficient_funds, credit_limit_minor: 0 },
      { amount_minor, currency },
    );
  if (posted.balance_minor < 0) {
    const balance_minor = posted.balance_minor + amount_minor;
    throw refuseInsufficientFunds(
      context,
      { balance_minor, credit_limit_minor: 0 },
      { amount_minor, currency },
    );
  }
}

/** Ends the reservation of a refund: the money leaves the wallet, or stays in it. */
export async function endCardRefund(
  context: Context<never>,
  payment: CardPayment,
  outcome: "paid_out" | "kept",
): Promise<void> {
  const posting = toPosting(payment);
  await mustPost(context, {
    ...posting,
    kind: "release",
    sides: buildSides("release", payment.amount_minor),
  });
  if (outcome === "paid_out")
    await mustPost(context, {
      ...posting,
      kind: "payout",
      method: METHOD,
      sides: buildSides("payout", payment.amount_minor),
    });
}

/**
 * Payment of what a customer buys, for the families that sell.
 *
 * Something that can still fail after it was ordered is held first and then captured or released; something fulfilled at
 * once is charged. Prices of a family that is hidden from the customer are not taken from its wallet, whose balance it
 * sees, but from its settlement account, which it pays outside.
 */
import assert from "node:assert";
import type { Context } from "#operation/define/context.ts";
import type { Refusal } from "#operation/define/refusal.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import { formatMoney } from "#vocabulary/money.ts";
import { messages } from "./messages.ts";
import { type InsufficientFunds, type Posting, postTransaction } from "./post.ts";
import { LedgerHold, type LedgerHoldRow } from "./records/ledger-hold.ts";
import { type LedgerTransactionRow, listRefundable } from "./records/ledger-transaction.ts";
import { buildSides, computeAvailable } from "./rules.ts";

/** What is bought, and for how much. An amount of 0 is not booked. */
export interface Purchase {
  customer_id: number;
  price_family: PriceFamily;
  subject: { type: string; id: number };
  amount_minor: number;
  currency: string;
  note?: string;
}

type Paying = Context<"wallet_too_low">;

/** 402 with what is needed and what there is. */
export function refuseInsufficientFunds(
  { refuse }: Paying,
  { balance_minor, credit_limit_minor }: InsufficientFunds,
  { amount_minor, currency }: Pick<Purchase, "amount_minor" | "currency">,
): Refusal {
  const available_minor = computeAvailable(balance_minor, credit_limit_minor);
  return refuse("wallet_too_low", {
    message: messages.wallet_too_low,
    values: {
      required: formatMoney(amount_minor, currency),
      available: formatMoney(available_minor, currency),
    },
    extra: { required_minor: amount_minor, available_minor, currency },
  });
}

async function findPayer(
  { db, business_id }: Context<never>,
  customer_id: number,
  price_family: PriceFamily,
): Promise<"wallet" | "settlement"> {
  const row = await db.row<{ is_hidden: boolean }>(
    "select $3 = any(hidden_price_families) as is_hidden from customer where business_id = $1 and id = $2",
    [business_id, customer_id, price_family],
  );
  return row?.is_hidden ? "settlement" : "wallet";
}

/** Posts what must succeed: nothing of it can be too little or booked before. */
async function mustPost(context: Context<never>, posting: Posting): Promise<LedgerTransactionRow> {
  const posted = await postTransaction(context, posting);
  if (!("transaction" in posted)) throw new Error(`A ${posting.kind} of the ledger was refused.`);
  return posted.transaction;
}

async function post(context: Paying, posting: Posting, purchase: Purchase): Promise<LedgerTransactionRow> {
  const posted = await postTransaction(context, posting);
  if ("insufficient_funds" in posted)
    throw refuseInsufficientFunds(context, posted.insufficient_funds, purchase);
  if ("reference_used" in posted) throw new Error("A purchase has no reference.");
  return posted.transaction;
}

/**
 * Reserves the price until `captureHold` or `releaseHold`, which end it. Refuses `wallet_too_low`. A subject has one hold
 * at a time; a second is a bug of the caller. Null for an amount of 0.
 */
export async function holdAmount(context: Paying, purchase: Purchase): Promise<number | null> {
  const { customer_id, price_family, subject, amount_minor, currency } = purchase;
  if (amount_minor === 0) return null;
  const payer = await findPayer(context, customer_id, price_family);
  if (payer === "wallet")
    await post(context, { ...purchase, kind: "hold", sides: buildSides("hold", amount_minor) }, purchase);
  const hold = await LedgerHold.insert(context, {
    customer_id,
    paid_from: payer,
    currency,
    family: price_family,
    subject_type: subject.type,
    subject_id: subject.id,
    amount_minor,
  });
  return hold.id;
}

/** Ends a hold. `ended` is false when it had ended before, which a repeated call may find: nothing is booked again. */
async function endHold(
  context: Context<never>,
  hold_id: number,
  captured_minor: number | null,
): Promise<{ ended: boolean; hold: LedgerHoldRow }> {
  const hold = await LedgerHold.lock(context, hold_id);
  assert(hold !== undefined, `There is no hold ${hold_id}.`);
  if (hold.state !== "held") return { ended: false, hold };
  const captured = captured_minor ?? hold.amount_minor;
  if (captured > hold.amount_minor) throw new Error("More was captured than was held.");
  const { customer_id, currency, family, subject_type: type, subject_id: id } = hold;
  const posting = { customer_id, currency, price_family: family, subject: { type, id } };
  if (hold.paid_from === "settlement") {
    if (captured > 0)
      await mustPost(context, {
        ...posting,
        kind: "charge",
        sides: buildSides("charge", captured, "settlement"),
      });
  } else {
    if (captured > 0)
      await mustPost(context, { ...posting, kind: "capture", sides: buildSides("capture", captured) });
    const rest = hold.amount_minor - captured;
    if (rest > 0)
      await mustPost(context, { ...posting, kind: "release", sides: buildSides("release", rest) });
  }
  await LedgerHold.change(context, hold, {
    state: captured > 0 ? "captured" : "released",
    captured_minor: captured,
    ended_at: context.now.toISOString(),
  });
  return { ended: true, hold };
}

/** Takes what was held, or a part of it; the rest returns to the wallet. Once: a repetition changes nothing. */
export async function captureHold(
  context: Context<never>,
  hold_id: number,
  amount_minor?: number,
): Promise<boolean> {
  return (await endHold(context, hold_id, amount_minor ?? null)).ended;
}

/** Returns what was held. Once: a repetition changes nothing. */
export async function releaseHold(context: Context<never>, hold_id: number): Promise<boolean> {
  return (await endHold(context, hold_id, 0)).ended;
}

/** Takes a price at once. Refuses `wallet_too_low`. Null for an amount of 0. */
export async function chargeCustomer(context: Paying, purchase: Purchase): Promise<number | null> {
  const { amount_minor } = purchase;
  if (amount_minor === 0) return null;
  const payer = await findPayer(context, purchase.customer_id, purchase.price_family);
  const sides = buildSides("charge", amount_minor, payer);
  return (await post(context, { ...purchase, kind: "charge", sides }, purchase)).id;
}

/**
 * Returns what was charged or captured for a subject, to the account that paid it: all that is left of it, or the given
 * amount at most. The amounts returned, by account.
 */
export async function refundPurchase(
  context: Context<never>,
  {
    customer_id,
    subject,
    amount_minor,
    note = "",
  }: Pick<Purchase, "customer_id" | "subject" | "note"> & {
    amount_minor?: number;
  },
): Promise<{ wallet: number; settlement: number }> {
  const { db, business_id } = context;
  // The lock of the wallet's account comes first, so that two refunds do not both find the same rest.
  await db.row(
    "select id from ledger_account where business_id = $1 and customer_id = $2 order by id limit 1 for update",
    [business_id, customer_id],
  );
  const paid = await listRefundable(context, { customer_id, subject });
  const returned = { wallet: 0, settlement: 0 };
  let remaining_minor = amount_minor ?? Number.MAX_SAFE_INTEGER;
  for (const { payer, currency, family, rest_minor } of paid) {
    const part = Math.min(rest_minor, remaining_minor);
    if (part <= 0) break;
    remaining_minor -= part;
    returned[payer] += part;
    const sides = buildSides("refund", part, payer);
    await mustPost(context, {
      kind: "refund",
      customer_id,
      currency,
      price_family: family,
      subject,
      note,
      sides,
    });
  }
  return returned;
}

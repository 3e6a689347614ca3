/** Applies what the processor reports about a payment or a refund, in one transaction with the wallet. */
import { creditCardPayment, endCardRefund } from "#domain/money/wallets/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { CheckoutState, RefundState } from "#providers/payments/port.ts";
import { decidePaymentState } from "./rules.ts";
import type { PaymentRefundRow, PaymentRow } from "./tables.ts";

/** A due task: ask the processor how the checkout ended, in case its event was lost. */
export const PAYMENT_CHECK = "payments.check";

export function lockPayment(
  { db, business_id }: Context<never>,
  id: number,
): Promise<PaymentRow | undefined> {
  return db.row<PaymentRow>("select * from payment where business_id = $1 and id = $2 for update", [
    business_id,
    id,
  ]);
}

/** The payment as it is afterwards; undefined for a checkout that is none of ours. */
export async function applyCheckout(
  context: Context<never>,
  checkout: CheckoutState,
): Promise<PaymentRow | undefined> {
  const { db, business_id, now, due } = context;
  const payment = await db.row<PaymentRow>(
    "select * from payment where business_id = $1 and reference = $2 for update",
    [business_id, checkout.reference],
  );
  if (payment === undefined) return undefined;
  let state = decidePaymentState(payment.state, checkout.state);
  if (state === null) return payment;
  // Money of another currency cannot be in this wallet: a person decides.
  const is_foreign = state === "paid" && checkout.currency !== payment.currency;
  if (is_foreign) state = "failed";
  const paid_minor = state === "paid" ? checkout.amount_minor : 0;
  if (paid_minor > 0)
    await creditCardPayment(context, {
      customer_id: payment.customer_id,
      amount_minor: paid_minor,
      currency: payment.currency,
      payment_id: payment.id,
    });
  const has_ended = state === "paid" || state === "failed" || state === "expired";
  if (has_ended) due.clear(PAYMENT_CHECK, payment.id);
  return changePayment(context, payment.id, {
    state,
    paid_minor,
    payment_reference: checkout.payment_reference,
    failure: is_foreign ? `paid_in_${checkout.currency}` : null,
    ended_at: has_ended ? now : null,
  });
}

export async function changePayment(
  { db, business_id, emit }: Context<never>,
  id: number,
  change: Pick<PaymentRow, "state" | "failure"> &
    Partial<Pick<PaymentRow, "paid_minor" | "payment_reference" | "reference" | "checkout_url">> & {
      ended_at: Date | null;
    },
): Promise<PaymentRow> {
  const row = await db.row<PaymentRow>(
    `update payment set state = $3, failure = $4, ended_at = $5, paid_minor = coalesce($6, paid_minor),
       payment_reference = coalesce($7, payment_reference), reference = coalesce($8, reference),
       checkout_url = coalesce($9, checkout_url)
      where business_id = $1 and id = $2 returning *`,
    [
      business_id,
      id,
      change.state,
      change.failure,
      change.ended_at,
      change.paid_minor ?? null,
      change.payment_reference ?? null,
      change.reference ?? null,
      change.checkout_url ?? null,
    ],
  );
  if (row === undefined) throw new Error(`The payment ${id} was gone.`);
  emit({
    subject: { type: "payment", id },
    kind: "payment.state_changed",
    payload: {
      customer_id: row.customer_id,
      state: row.state,
      amount_minor: row.amount_minor,
      currency: row.currency,
      failure: row.failure,
    },
  });
  return row;
}

export function lockRefund(
  { db, business_id }: Context<never>,
  of: { id: number } | { reference: string },
): Promise<PaymentRefundRow | undefined> {
  const [column, value] = "id" in of ? ["id", of.id] : ["reference", of.reference];
  return db.row<PaymentRefundRow>(
    `select * from payment_refund where business_id = $1 and ${column} = $2 for update`,
    [business_id, value],
  );
}

/** Ends a refund, or records that it is under way. What has ended stays as it is. */
export async function applyRefund(
  context: Context<never>,
  refund: PaymentRefundRow,
  {
    state,
    reference,
    failure = null,
  }: {
    state: RefundState["state"];
    reference: string | null;
    failure?: string | null;
  },
): Promise<void> {
  if (refund.state === "failed" || refund.state === "succeeded" || refund.state === state) return;
  const { db, business_id, now, emit } = context;
  const has_ended = state !== "pending";
  if (has_ended) {
    const payment = await lockPayment(context, refund.payment_id);
    if (payment === undefined) throw new Error(`The payment ${refund.payment_id} was gone.`);
    const { customer_id, currency } = payment;
    const { amount_minor, payment_id } = refund;
    const outcome = state === "succeeded" ? "paid_out" : "kept";
    await endCardRefund(context, { customer_id, currency, amount_minor, payment_id }, outcome);
    if (state === "failed")
      await db.execute(
        "update payment set refunded_minor = refunded_minor - $3 where business_id = $1 and id = $2",
        [business_id, payment_id, amount_minor],
      );
  }
  await db.execute(
    `update payment_refund set state = $3, reference = coalesce($4, reference), failure = $5, ended_at = $6
      where business_id = $1 and id = $2`,
    [business_id, refund.id, state, reference, failure, has_ended ? now : null],
  );
  emit({
    subject: { type: "payment", id: refund.payment_id },
    kind: "payment.refund_changed",
    payload: { refund_id: refund.id, state, amount_minor: refund.amount_minor, failure },
  });
}

/** Applies what the processor reports about a payment or a refund, in one transaction with the wallet. */
import { creditCardPayment, endCardRefund } from "#domain/money/wallets/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { CheckoutState, RefundState } from "#providers/payments/port.ts";
import {
  addRefunded,
  changePayment,
  lockCheckout,
  PaymentRecord,
  type PaymentRow,
} from "./records/payment.ts";
import { PaymentRefundRecord, type PaymentRefundRow } from "./records/payment-refund.ts";
import { decidePaymentState } from "./rules.ts";

/** A due task: ask the processor how the checkout ended, in case its event was lost. */
export const PAYMENT_CHECK = "payments.check";

/** The payment as it is afterwards; undefined for a checkout that is none of ours. */
export async function applyCheckout(
  context: Context<never>,
  checkout: CheckoutState,
): Promise<PaymentRow | undefined> {
  const { now, due } = context;
  const payment = await lockCheckout(context, checkout.reference);
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
  return changePayment(context, payment, {
    state,
    paid_minor,
    payment_reference: checkout.payment_reference ?? payment.payment_reference,
    failure: is_foreign ? `paid_in_${checkout.currency}` : null,
    ended_at: has_ended ? now.toISOString() : null,
  });
}

/** Ends a refund, or records that it is under way, and returns it. What has ended stays as it is. */
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
): Promise<PaymentRefundRow> {
  if (refund.state === "failed" || refund.state === "succeeded" || refund.state === state) return refund;
  const has_ended = state !== "pending";
  if (has_ended) {
    const payment = await PaymentRecord.lock(context, refund.payment_id);
    if (payment === undefined) throw new Error(`The payment ${refund.payment_id} was gone.`);
    const { customer_id, currency } = payment;
    const { amount_minor, payment_id } = refund;
    const outcome = state === "succeeded" ? "paid_out" : "kept";
    await endCardRefund(context, { customer_id, currency, amount_minor, payment_id }, outcome);
    if (state === "failed") await addRefunded(context, payment, -amount_minor);
  }
  const changed = await PaymentRefundRecord.change(context, refund, {
    state,
    reference: reference ?? refund.reference,
    failure,
    ended_at: has_ended ? context.now.toISOString() : null,
  });
  context.emit({
    subject: { type: "payment", id: refund.payment_id },
    kind: "payment.refund_changed",
    payload: { refund_id: refund.id, state, amount_minor: refund.amount_minor, failure },
  });
  return changed;
}

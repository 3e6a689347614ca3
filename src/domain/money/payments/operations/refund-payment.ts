/**
 * Refund a payment by card, in whole or in part, from the customer's wallet to the card.
 *
 * The amount is reserved in the wallet before the processor is asked, and leaves it when the processor has accepted it;
 * when it refuses, the amount stays in the wallet.
 */
import Type from "typebox";
import { holdCardRefund } from "#domain/money/wallets/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { PaymentFailed } from "#providers/payments/port.ts";
import { MINOR_MAX } from "#vocabulary/basics.ts";
import { formatMoney } from "#vocabulary/money.ts";
import { Ref } from "#vocabulary/ref.ts";
import { applyRefund, PAYMENT_CHECK } from "../apply.ts";
import { messages } from "../messages.ts";
import { findProcessor } from "../processor.ts";
import { addRefunded, PaymentRecord } from "../records/payment.ts";
import { PaymentRefundRecord, toRefund } from "../records/payment-refund.ts";
import { PaymentRefund } from "../shapes.ts";

const CHECK_AFTER_MS = 60 * 60_000;

export const refundPayment = defineOperation({
  name: "clientPaymentRefund",
  summary: "Refund a payment by card",
  risk: "high",
  access: { roles: ["client_admin", "employee"], scopes: ["wallet:write"] },
  rest: { method: "POST", path: "/api/v1/client/payments/{payment_id}/refund", status: 201 },
  input: Type.Object({
    payment_id: Ref("payment"),
    amount_minor: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MINOR_MAX,
        description: "All that was not refunded yet, if absent.",
      }),
    ),
    reason: Type.String({ minLength: 1, maxLength: 500, pattern: "\\S" }),
  }),
  output: Type.Object({ result: Type.Boolean(), refund: PaymentRefund }),
  refusals: {
    not_paid: "conflict",
    more_than_paid: "conflict",
    wallet_too_low: "unpaid",
    processor_refused: "unavailable",
  },
  unpredicted: ["refund.state"],

  async run(context, { payment_id, amount_minor, reason }) {
    const { actor, refuse, emit } = context;
    const payment = await PaymentRecord.getLocked(context, payment_id);
    const { state, paid_minor, refunded_minor, customer_id, currency } = payment;
    if (state !== "paid") throw refuse("not_paid", { message: messages.not_paid });
    const rest = paid_minor - refunded_minor;
    const amount = amount_minor ?? rest;
    if (amount > rest || rest === 0) {
      throw refuse("more_than_paid", {
        message: messages.more_than_paid,
        values: { rest: formatMoney(rest, currency) },
        errors: [{ field: "amount_minor", message: messages.is_more_than.with({ rest }) }],
      });
    }
    await holdCardRefund(context, { customer_id, currency, amount_minor: amount, payment_id });
    await addRefunded(context, payment, amount);
    const refund = toRefund(
      await PaymentRefundRecord.insert(context, {
        payment_id,
        amount_minor: amount,
        state: "requested",
        reason: reason.trim(),
        created_by: actor.account_id,
      }),
    );
    emit({
      subject: { type: "payment", id: payment_id },
      kind: "payment.refund_changed",
      payload: { refund_id: refund.refund_id, state: "requested", amount_minor: amount, failure: null },
    });
    return { result: true, refund };
  },

  async perform(context, { payment_id }, { refund }) {
    const { business_id } = context;
    const [processor, payment] = await Promise.all([
      findProcessor(context),
      PaymentRecord.find(context, payment_id),
    ]);
    if (processor === null || !payment?.payment_reference)
      return {
        state: "failed" as const,
        reference: null,
        failure: "no_processor",
        reason: "no processor is set up",
      };
    try {
      const refund_state = await processor.refund({
        idempotency_key: `refund-${business_id}-${refund.refund_id}`,
        payment_reference: payment.payment_reference,
        amount_minor: refund.amount_minor,
      });
      return {
        ...refund_state,
        failure: refund_state.state === "failed" ? "request_refused" : null,
        reason: "the refund failed",
      };
    } catch (error) {
      // What may have succeeded is tried again, with the same key.
      if (!(error instanceof PaymentFailed) || error.is_uncertain) throw error;
      return { state: "failed" as const, reference: null, failure: error.failure, reason: error.message };
    }
  },

  async settle(context, { payment_id }, { refund }, outcome) {
    const { now, due, refuse } = context;
    const row = await PaymentRefundRecord.lock(context, refund.refund_id);
    if (row === undefined) throw new Error("A refund was gone.");
    const changed = await applyRefund(context, row, outcome);
    if (outcome.state === "pending")
      due.set(PAYMENT_CHECK, payment_id, new Date(now.getTime() + CHECK_AFTER_MS));
    if (outcome.state === "failed")
      return refuse("processor_refused", {
        message: messages.processor_refused,
        values: { reason: outcome.reason },
      });
    return { result: true, refund: toRefund(changed) };
  },
});

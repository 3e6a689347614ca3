/**
 * Top up the own wallet by card: opens a checkout at the processor of the business, where the customer pays.
 *
 * The processor is called after the commit; while it does not answer the payment is `opening` and a worker tries again.
 * The wallet rises when the processor reports that the money was paid.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { PaymentFailed } from "#providers/payments/port.ts";
import { formatMoney } from "#vocabulary/money.ts";
import { PAYMENT_CHECK } from "../apply.ts";
import { messages } from "../messages.ts";
import { findProcessor } from "../processor.ts";
import { changePayment, PaymentRecord, toPayment } from "../records/payment.ts";
import { loadPaymentSettings } from "../records/payment-settings.ts";
import { isReturnUrlAllowed } from "../rules.ts";
import { Payment } from "../shapes.ts";

/** A checkout that nobody pays ends then. */
const CHECKOUT_TTL_MS = 60 * 60_000;
/** After that the processor is asked how it ended. */
const CHECK_AFTER_MS = CHECKOUT_TTL_MS + 5 * 60_000;

export const startTopUp = defineOperation({
  name: "customerWalletTopup",
  summary: "Top up the own wallet by card",
  description:
    "Returns checkout_url, where the customer pays within an hour. Read the payment to see how it ended.",
  risk: "high",
  destructive: false,
  access: { roles: ["customer"], scopes: ["wallet:topup"] },
  provides: ["wallet.topup"],
  rest: { method: "POST", path: "/api/v1/customer/wallet/topup", status: 201 },
  input: Type.Object({
    amount_minor: Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description: "Minor units of the wallet's currency.",
    }),
    return_url: Type.Optional(
      Type.String({
        maxLength: 500,
        description:
          "Where the browser goes afterwards: of the service, or of an origin that the business allows.",
      }),
    ),
  }),
  output: Type.Object({ result: Type.Boolean(), payment: Payment }),
  refusals: {
    no_card_payment: "conflict",
    amount_out_of_range: "invalid",
    return_url_not_allowed: "invalid",
    processor_refused: "unavailable",
  },

  async run(context, { amount_minor, return_url }) {
    const { actor, business, now, refuse, settings, due } = context;
    const payment_settings = await loadPaymentSettings(context);
    if (payment_settings === undefined || payment_settings.vendor === "none")
      throw refuse("no_card_payment", { message: messages.no_card_payment });
    const currency = business.currency;
    const { topup_min_minor: min, topup_max_minor: max } = payment_settings;
    if (amount_minor < min || amount_minor > max) {
      throw refuse("amount_out_of_range", {
        message: messages.amount_out_of_range,
        values: { min: formatMoney(min, currency), max: formatMoney(max, currency) },
        errors: [{ field: "amount_minor", message: messages.from_to.with({ min, max }) }],
      });
    }
    const allowed_origins = business.settings.allowed_origins;
    if (return_url !== undefined && !isReturnUrlAllowed(return_url, settings.base_url, allowed_origins)) {
      throw refuse("return_url_not_allowed", {
        message: messages.return_url_not_allowed,
        errors: [{ field: "return_url", message: messages.not_allowed }],
      });
    }
    const row = await PaymentRecord.insert(context, {
      customer_id: actor.customer_id as number,
      amount_minor,
      currency,
      state: "opening",
      return_url: return_url ?? null,
      created_by: actor.account_id,
      expires_at: new Date(now.getTime() + CHECKOUT_TTL_MS).toISOString(),
    });
    due.set(PAYMENT_CHECK, row.id, new Date(now.getTime() + CHECK_AFTER_MS));
    return { result: true, payment: toPayment(row) };
  },

  async perform(context, { return_url }, { payment }) {
    const { business_id, actor, business, settings } = context;
    const processor = await findProcessor(context);
    if (processor === null) return { failure: "not_authorised", reason: "no processor is set up" };
    const back = new URL(return_url ?? `${settings.base_url}/wallet`);
    back.searchParams.set("payment", String(payment.payment_id));
    try {
      return await processor.openCheckout({
        idempotency_key: `payment-${business_id}-${payment.payment_id}`,
        amount_minor: payment.amount_minor,
        currency: payment.currency,
        description: business.name,
        success_url: back.href,
        cancel_url: back.href,
        payer_email: actor.email === "" ? null : actor.email,
        expires_at: new Date(payment.expires_at),
      });
    } catch (error) {
      // What may have succeeded is tried again, with the same key.
      if (!(error instanceof PaymentFailed) || error.is_uncertain) throw error;
      return { failure: error.failure, reason: error.message };
    }
  },

  async settle(context, _input, { payment }, outcome) {
    const { refuse, now } = context;
    const row = await PaymentRecord.lock(context, payment.payment_id);
    if (row === undefined) throw new Error("A payment was gone.");
    if (row.state !== "opening") return { result: true, payment: toPayment(row) };
    if ("failure" in outcome) {
      await changePayment(context, row, {
        state: "failed",
        failure: outcome.failure,
        ended_at: now.toISOString(),
      });
      return refuse("processor_refused", {
        message: messages.processor_refused,
        values: { reason: outcome.reason },
      });
    }
    const { reference, url } = outcome;
    const opened = await changePayment(context, row, {
      state: "open",
      failure: null,
      reference,
      checkout_url: url,
      ended_at: null,
    });
    return { result: true, payment: toPayment(opened) };
  },
  unpredicted: ["payment.checkout_url"],
});

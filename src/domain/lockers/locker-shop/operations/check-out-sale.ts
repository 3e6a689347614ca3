/**
 * Pay on the page of the merchant's processor: the amount is reserved there, and taken when the door has opened. The hold is
 * moved once, so that there is time to pay.
 */
import { getLinkedId } from "#operation/caller/link.ts";
import { defineOperation } from "#operation/define/define.ts";
import { PaymentFailed } from "#providers/payments/port.ts";
import { changeSale } from "../change.ts";
import { LINK_OPERATIONS } from "../links.ts";
import { messages } from "../messages.ts";
import { answerSale } from "../present.ts";
import { findMerchantProcessor, MerchantRecord } from "../records/merchant.ts";
import { SALE, SaleRecord } from "../records/sale.ts";
import { SaleAnswer } from "../shapes.ts";

const PAY_MS = 15 * 60_000;
/** The shortest that processors allow; a payment after the hold is given up. */
const CHECKOUT_MS = 31 * 60_000;

export const checkOutSale = defineOperation({
  name: LINK_OPERATIONS.checkout,
  summary: "Pay for goods in a locker",
  access: { roles: [], scopes: [], link: SALE },
  rest: { method: "POST", path: "/api/v1/locker-shop/sale/checkout" },
  localised: true,
  limit: { name: "shop_checkout", per_s: 0.2, burst: 10 },
  output: SaleAnswer,
  refusals: {
    hold_expired: "gone",
    wrong_status: "conflict",
    no_card_payment: "conflict",
    processor_refused: "unavailable",
  },
  unpredicted: ["sale.checkout_url"],

  async run(context) {
    const { now, refuse } = context;
    const row = await SaleRecord.getLocked(context, getLinkedId(context.actor, SALE));
    const is_over = row.status === "EXPIRED" || Date.parse(row.hold_ends_at) <= now.getTime();
    if (row.status !== "CART_HELD" && row.status !== "EXPIRED")
      throw refuse("wrong_status", { message: messages.wrong_status, values: { status: row.status } });
    if (is_over) throw refuse("hold_expired", { message: messages.hold_expired });
    const merchant = await MerchantRecord.get(context, row.merchant_id);
    if (merchant.secret_sealed === null || merchant.status !== "ACTIVE")
      throw refuse("no_card_payment", { message: messages.no_card_payment });
    if (row.payment_status === "NONE")
      await changeSale(context as never, row, {
        payment_status: "OPEN",
        hold_ends_at: new Date(now.getTime() + PAY_MS).toISOString(),
      });
    return answerSale(context, row.id);
  },

  async perform(context, _input, { sale }) {
    const { business_id, settings, now } = context;
    if (sale.checkout_url !== null) return null;
    const merchant = await MerchantRecord.get(context, sale.merchant_id);
    const processor = findMerchantProcessor(context as never, merchant);
    if (processor === null) return { failure: "not_authorised", reason: "no processor is set up" };
    const back = `${settings.base_url}/shop/${sale.locker_id}`;
    try {
      return await processor.openCheckout({
        idempotency_key: `shop-${business_id}-${sale.id}`,
        amount_minor: sale.price_minor,
        currency: sale.currency,
        description: `${merchant.name}: ${sale.product_name}`,
        success_url: back,
        cancel_url: back,
        payer_email: null,
        expires_at: new Date(now.getTime() + CHECKOUT_MS),
        capture: "manual",
      });
    } catch (error) {
      // What may have succeeded is tried again, with the same key.
      if (!(error instanceof PaymentFailed) || error.is_uncertain) throw error;
      return { failure: error.failure, reason: error.message };
    }
  },

  async settle(context, _input, { sale }, outcome) {
    const { refuse } = context;
    const row = await SaleRecord.getLocked(context, sale.id);
    if (outcome === null || row.checkout_reference !== null) return answerSale(context, sale.id);
    if ("failure" in outcome) {
      await changeSale(context as never, row, { payment_status: "FAILED", payment_failure: outcome.failure });
      return refuse("processor_refused", {
        message: messages.processor_refused,
        values: { reason: outcome.reason },
      });
    }
    await changeSale(context as never, row, {
      checkout_reference: outcome.reference,
      checkout_url: outcome.url,
      payment_failure: null,
    });
    return answerSale(context, sale.id);
  },
});

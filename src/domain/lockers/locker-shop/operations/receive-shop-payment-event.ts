/** An event of a merchant's processor, signed over its bytes. Nothing else makes a sale paid. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { RawBody } from "#operation/define/raw-body.ts";
import { type PaymentEvent, PaymentFailed } from "#providers/payments/port.ts";
import { changeSale } from "../change.ts";
import { messages } from "../messages.ts";
import { findMerchantProcessor, type MerchantRow } from "../records/merchant.ts";
import type { SaleRow } from "../records/sale.ts";
import { applyPayment } from "../rules.ts";

const EVENT_BYTES_MAX = 256 * 1024;

export const receiveShopPaymentEvent = defineOperation({
  name: "shopPaymentEvent",
  summary: "Receive an event of a merchant's payment processor",
  description: "For the processor alone, which signs each event.",
  access: { public: true },
  rest: {
    method: "POST",
    path: "/api/v1/locker-shop/payment-events/{endpoint_key}",
    body: { member: "event", types: ["application/json"], bytes_over: -1 },
    body_limit: EVENT_BYTES_MAX,
    headers: { signature: "stripe-signature" },
  },
  input: Type.Object({
    endpoint_key: Type.String({ minLength: 1, maxLength: 100 }),
    signature: Type.Optional(Type.String({ maxLength: 2000, description: "`t=<seconds>,v1=<hex>`." })),
    event: Type.Optional(Type.Unknown({ description: "As the processor documents it." })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    applied: Type.Boolean({
      description: "False for an event that was received before, or concerns nothing here.",
    }),
  }),
  refusals: { invalid_signature: "unauthenticated" },
  tenant: (system_queries, { endpoint_key }) => system_queries.findBusinessOfShopEndpoint(endpoint_key),

  async prepare(context, { endpoint_key, event, signature = "" }) {
    const { db, business_id, now, refuse } = context;
    const merchant = await db.row<MerchantRow>(
      "select * from shop_merchant where business_id = $1 and endpoint_key = $2",
      [business_id, endpoint_key],
    );
    const processor = merchant === undefined ? null : findMerchantProcessor(context as never, merchant);
    let payment_event: PaymentEvent | null = null;
    try {
      if (processor !== null && event instanceof RawBody)
        payment_event = processor.readEvent(event.bytes, signature, now);
    } catch (error) {
      if (!(error instanceof PaymentFailed)) throw error;
      throw refuse("invalid_request", {
        message: messages.event_form,
        errors: [{ field: "event", message: messages.event_form }],
      });
    }
    if (merchant === undefined || payment_event === null)
      throw refuse("invalid_signature", { message: messages.invalid_signature });
    return { merchant_id: merchant.id, payment_event };
  },

  async run(context, _input, { merchant_id, payment_event }) {
    const { db, business_id, now } = context;
    const is_new = await db.execute(
      `insert into shop_payment_event (business_id, merchant_id, event_id, received_at) values ($1, $2, $3, $4)
       on conflict do nothing`,
      [business_id, merchant_id, payment_event.event_id, now],
    );
    if (is_new === 0) return { result: true, applied: false };
    const lock = (where: string, value: unknown) =>
      db.row<SaleRow>(
        `select * from shop_sale where business_id = $1 and merchant_id = $2 and ${where} order by id limit 1 for update`,
        [business_id, merchant_id, value],
      );
    if (payment_event.about === "payment") {
      const { payment } = payment_event;
      const sale_id = new RegExp(`^shop-${business_id}-([0-9]{1,15})$`).exec(
        payment.idempotency_key ?? "",
      )?.[1];
      const sale = sale_id === undefined ? undefined : await lock("id = $3", Number(sale_id));
      if (sale === undefined) return { result: true, applied: false };
      const change = applyPayment(sale, payment, Date.parse(sale.hold_ends_at) > now.getTime());
      if (change === null) return { result: true, applied: false };
      const { failure, ...changes } = change;
      await changeSale(context as never, sale, {
        ...changes,
        payment_reference: payment.reference,
        ...(failure === null ? {} : { payment_failure: failure }),
        ...(changes.payment_status === "CAPTURED" ? { captured_at: now.toISOString() } : {}),
      });
      return { result: true, applied: true };
    }
    if (payment_event.about === "checkout") {
      const { reference, state } = payment_event.checkout;
      const sale = await lock("checkout_reference = $3", reference);
      const has_failed = state === "failed" || state === "expired";
      if (sale?.payment_status !== "OPEN" || !has_failed) return { result: true, applied: false };
      await changeSale(context as never, sale, { payment_status: "FAILED", payment_failure: state });
      return { result: true, applied: true };
    }
    if (payment_event.about === "refund") {
      const { reference, state } = payment_event.refund;
      const sale = await lock("refund_reference = $3", reference);
      if (sale?.status !== "REFUND_PENDING" || state === "pending") return { result: true, applied: false };
      await changeSale(
        context as never,
        sale,
        state === "succeeded"
          ? { status: "REFUNDED", payment_status: "REFUNDED" }
          : { payment_failure: "refund_failed" },
      );
      return { result: true, applied: true };
    }
    return { result: true, applied: false };
  },
});

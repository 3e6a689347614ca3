/**
 * Receive an event of the processor: a checkout was paid, failed or expired, a refund ended.
 *
 * The address contains a key of the business, and the processor signs the bytes of the body. An event sent again, or late,
 * changes nothing.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { RawBody } from "#operation/define/raw-body.ts";
import type { PaymentEvent } from "#providers/payments/port.ts";
import { PaymentFailed } from "#providers/payments/port.ts";
import { applyCheckout, applyRefund } from "../apply.ts";
import { messages } from "../messages.ts";
import { findProcessor } from "../processor.ts";
import { lockRefund } from "../records/payment-refund.ts";
import { paymentReported } from "../topics.ts";

const EVENT_BYTES_MAX = 256 * 1024;

export const receivePaymentEvent = defineOperation({
  name: "paymentsEvent",
  summary: "Receive an event of the payment processor",
  description: "For the processor of card payments alone, which signs each event.",
  access: { public: true },
  rest: {
    method: "POST",
    path: "/api/v1/payments/events/{endpoint_key}",
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

  tenant: (system_queries, { endpoint_key }) => system_queries.findBusinessOfPaymentEndpoint(endpoint_key),

  async prepare(context, { event, signature = "" }): Promise<PaymentEvent> {
    const { now, refuse } = context;
    const processor = await findProcessor(context);
    let read: PaymentEvent | null = null;
    try {
      if (processor !== null && event instanceof RawBody)
        read = processor.readEvent(event.bytes, signature, now);
    } catch (error) {
      if (!(error instanceof PaymentFailed)) throw error;
      throw refuse("invalid_request", {
        message: messages.event_form,
        errors: [{ field: "event", message: messages.not_readable }],
      });
    }
    if (read === null) throw refuse("invalid_signature", { message: messages.invalid_signature });
    return read;
  },

  async run(context, _input, event) {
    const { db, business_id, now } = context;
    const is_new = await db.execute(
      "insert into payment_event (business_id, event_id, received_at) values ($1, $2, $3) on conflict do nothing",
      [business_id, event.event_id, now],
    );
    if (is_new === 0) return { result: true, applied: false };
    if (event.about === "other") return { result: true, applied: false };
    if (event.about === "checkout") {
      const payment = await applyCheckout(context, event.checkout);
      if (payment !== undefined) return { result: true, applied: true };
    }
    if (event.about === "refund") {
      const refund = await lockRefund(context, event.refund.reference);
      if (refund !== undefined) {
        await applyRefund(context, refund, event.refund);
        return { result: true, applied: true };
      }
    }
    const answers = await context.publish(paymentReported, event);
    return { result: true, applied: answers.includes(true) };
  },
});

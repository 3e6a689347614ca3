import { randomUUID } from "node:crypto";
import { defineSamples } from "#tests/support/samples.ts";

export const samples = defineSamples({
  own_texts: ["checkout_url", "events_url"],
  records: {
    payment: async ({ service, business, people }) =>
      (
        await service.system.row<{ id: number }>(
          `insert into payment (business_id, customer_id, amount_minor, currency, state, reference, payment_reference, paid_minor,
             created_at, expires_at, ended_at)
           values ($1, $2, 900, 'EUR', 'paid', $3, $3, 900, now(), now(), now()) returning id`,
          [business.id, people.customer.actor.customer_id, `cs_${randomUUID()}`],
        )
      )?.id ?? 0,
  },
  operations: {
    clientPaymentRefund: {
      inputs: [() => ({ reason: "Asked for" })],
      not_concurrent: "it needs a processor; tried in its own test",
    },
    clientPaymentSettingsUpdate: {
      inputs: [() => ({ vendor: "checkout_sessions", secret_key: "sk_test_0123456789abcdef" })],
    },
    customerWalletTopup: {
      inputs: [{ as: "customer", input: () => ({ amount_minor: 5000 }) }],
      not_concurrent: "it needs a processor; tried in its own test",
    },
    paymentsEvent: { inputs: [() => ({ endpoint_key: "unknown", signature: "t=1,v1=00", event: {} })] },
  },
});

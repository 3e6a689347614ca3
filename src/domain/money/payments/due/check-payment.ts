/** Ask the processor about a payment that should have ended, because events can be lost. */
import { defineDue } from "#operation/define/due.ts";
import { PAYMENT_CHECK } from "../apply.ts";

export const checkPaymentDue = defineDue({
  kind: PAYMENT_CHECK,

  async run({ enqueue, business_id }, { subject }) {
    // External services are called by jobs: this transaction must not wait for one.
    enqueue({
      name: "check-payment",
      data: { business_id, payment_id: Number(subject) },
      unique_key: subject,
    });
  },
});

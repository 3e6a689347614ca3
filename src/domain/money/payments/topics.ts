/** What the processor of a business reports about money that another family asked for. */
import { defineTopic } from "#operation/define/topic.ts";
import type { PaymentEvent } from "#providers/payments/port.ts";

/** A signed event about no payment of a wallet, once. A subscriber answers whether it concerned something of its own. */
export const paymentReported = defineTopic<Exclude<PaymentEvent, { about: "other" }>, boolean>(
  "payments.reported",
);

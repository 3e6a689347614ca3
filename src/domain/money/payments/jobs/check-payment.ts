/** Read from the processor how a checkout and its refunds ended, and apply it as if it had been reported. */
import { defineJob } from "#operation/define/job.ts";
import { applyCheckout, applyRefund, PAYMENT_CHECK } from "../apply.ts";
import { findProcessor } from "../processor.ts";
import { PaymentRecord } from "../records/payment.ts";
import { listRefunds, PaymentRefundRecord } from "../records/payment-refund.ts";

const AGAIN_AFTER_MS = 60 * 60_000;

export const checkPayment = defineJob({
  name: "check-payment",
  retries: 8,
  expires_s: 120,
  unique: "unfinished",

  async run(job, data) {
    const payment_id = Number(data["payment_id"]);
    const { reader } = job;
    const [payment, refunds, processor] = await Promise.all([
      PaymentRecord.find(reader, payment_id),
      listRefunds(reader, payment_id, "pending"),
      findProcessor(reader),
    ]);
    // Without a processor nobody can say: the next account of the business may.
    if (payment === undefined || payment.reference === null || processor === null) return;
    const is_open = payment.state === "open" || payment.state === "processing";
    const checkout = is_open ? await processor.findCheckout(payment.reference) : null;
    const states = await Promise.all(
      refunds.map(async ({ id, reference }) => ({
        id,
        state: reference === null ? null : await processor.findRefund(reference),
      })),
    );
    await job.transaction(async (context) => {
      const now = checkout === null ? payment : await applyCheckout(context, checkout);
      for (const { id, state } of states) {
        const refund = await PaymentRefundRecord.lock(context, id);
        if (refund !== undefined && state !== null) await applyRefund(context, refund, state);
      }
      const is_pending = states.some(({ state }) => state === null || state.state === "pending");
      if (now?.state === "open" || now?.state === "processing" || is_pending)
        context.due.set(PAYMENT_CHECK, payment_id, new Date(context.now.getTime() + AGAIN_AFTER_MS));
    });
  },
});

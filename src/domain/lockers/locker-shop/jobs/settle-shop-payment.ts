/** Has the processor of the merchant capture, void or refund what a sale wants, once: each with a key of its own. */
import { defineJob } from "#operation/define/job.ts";
import { PaymentFailed, type PaymentProcessor } from "#providers/payments/port.ts";
import { changeSale, PAYMENT_JOB } from "../change.ts";
import { findMerchantProcessor, MerchantRecord } from "../records/merchant.ts";
import { SaleRecord, type SaleRow } from "../records/sale.ts";
import type { PaymentRequest } from "../rules.ts";

type Outcome =
  | { state: "captured" | "voided" | "refunded" }
  | { state: "refund_pending"; refund_reference: string }
  | { state: "failed"; failure: string };

const SETTLED = { CAPTURE: "captured", VOID: "voided" } as const;

export const settleShopPayment = defineJob({
  name: PAYMENT_JOB,
  retries: 12,
  expires_s: 120,
  unique: "unfinished",

  async run(job, data) {
    const sale_id = Number(data["sale_id"]);
    const { reader } = job;
    const sale = await SaleRecord.find(reader, sale_id);
    const request_kind = sale?.payment_wanted;
    if (sale === undefined || request_kind === null || request_kind === undefined) return;
    const merchant = await MerchantRecord.get(reader, sale.merchant_id);
    const processor = findMerchantProcessor(reader, merchant);
    const outcome: Outcome =
      processor === null || sale.payment_reference === null
        ? { state: "failed", failure: "no_processor" }
        : await settle(processor, sale, request_kind, sale.payment_reference, reader.business_id);
    await job.transaction(async (context) => {
      const row = await SaleRecord.lock(context, sale_id);
      if (row?.payment_wanted === request_kind) await storeOutcome(context, row, outcome);
    });
  },

  async giveUp(job, data, reason) {
    await job.transaction(async (context) => {
      const row = await SaleRecord.lock(context, Number(data["sale_id"]));
      if (row?.payment_wanted)
        await storeOutcome(context, row, { state: "failed", failure: reason.slice(0, 200) });
    });
  },
});

async function settle(
  processor: PaymentProcessor,
  { id, price_minor }: SaleRow,
  request_kind: PaymentRequest,
  payment_reference: string,
  business_id: number,
): Promise<Outcome> {
  const request = {
    idempotency_key: `shop-${request_kind.toLowerCase()}-${business_id}-${id}`,
    payment_reference,
  };
  try {
    if (request_kind === "REFUND") {
      const { state, reference } = await processor.refund({ ...request, amount_minor: price_minor });
      if (state === "succeeded") return { state: "refunded" };
      return state === "pending"
        ? { state: "refund_pending", refund_reference: reference }
        : { state: "failed", failure: "refund_failed" };
    }
    await (request_kind === "CAPTURE" ? processor.capture(request) : processor.voidPayment(request));
    return { state: SETTLED[request_kind] };
  } catch (error) {
    // What may have succeeded is tried again, with the same key.
    if (!(error instanceof PaymentFailed) || error.is_uncertain) throw error;
    if (request_kind !== "REFUND" && error.failure === "request_refused") {
      const { state } = await processor.findPayment(payment_reference);
      if (state === SETTLED[request_kind]) return { state };
    }
    return { state: "failed", failure: error.failure };
  }
}

type Writer = Parameters<typeof changeSale>[0];

async function storeOutcome(context: Writer, row: SaleRow, outcome: Outcome): Promise<void> {
  const is_returning = row.status === "REFUND_PENDING";
  const settled = { payment_wanted: null, payment_failure: null };
  switch (outcome.state) {
    case "captured":
      await changeSale(context, row, {
        ...settled,
        payment_status: "CAPTURED",
        captured_at: context.now.toISOString(),
      });
      return;
    case "voided":
    case "refunded":
      await changeSale(context, row, {
        ...settled,
        payment_status: outcome.state === "voided" ? "VOIDED" : "REFUNDED",
        ...(is_returning ? { status: "REFUNDED" } : {}),
      });
      return;
    case "refund_pending":
      await changeSale(context, row, { ...settled, refund_reference: outcome.refund_reference });
      return;
    case "failed":
      await changeSale(context, row, { payment_wanted: null, payment_failure: outcome.failure });
  }
}

/** Changes a locked sale, with what follows from it: what the processor is asked for, times to come, event. */
import type { Context } from "#operation/define/context.ts";
import type { Changes } from "#operation/define/record.ts";
import { SALE, SaleRecord, type SaleRow } from "./records/sale.ts";
import { type RefundCause, requestRefund } from "./rules.ts";

/** A hold ends, or goods that were paid for were not collected. */
export const SALE_END = "locker_shop.sale_end";
export const PAYMENT_JOB = "settle-shop-payment";

/** From the payment until the door must have opened, and from then until it counts as closed. */
const OPEN_MS = 30 * 60_000;
const COLLECT_MS = 10 * 60_000;

type Writer = Pick<Context<never>, "db" | "business_id" | "now" | "emit" | "due" | "enqueue">;

export async function changeSale(
  context: Writer,
  row: SaleRow,
  changes: Changes<"shop_sale", SaleRow>,
): Promise<SaleRow> {
  const { business_id, now, due, emit, enqueue } = context;
  const after = await SaleRecord.change(context, row, changes);
  const { id, status, payment_status, payment_wanted, opened_at } = after;
  if (payment_wanted !== null && payment_wanted !== row.payment_wanted)
    enqueue({
      name: PAYMENT_JOB,
      data: { business_id, sale_id: id },
      unique_key: `${id}/${payment_wanted}`,
    });
  if (status === "CART_HELD") due.set(SALE_END, id, new Date(after.hold_ends_at));
  else if (status === "PAID" && row.status !== "PAID")
    due.set(SALE_END, id, new Date(now.getTime() + OPEN_MS));
  else if (opened_at !== null && row.opened_at === null)
    due.set(SALE_END, id, new Date(now.getTime() + COLLECT_MS));
  else if (status !== "PAID" && status !== "OPEN_GRANTED") due.clear(SALE_END, id);
  const kind =
    status === "PAID" && row.status !== "PAID"
      ? "shop.paid"
      : opened_at !== null && row.opened_at === null
        ? "shop.opened"
        : status === "REFUND_PENDING" && row.status !== "REFUND_PENDING"
          ? "shop.refund_requested"
          : "shop.sale_changed";
  const { merchant_id, product_id, cell_id, refund_cause, price_minor, currency } = after;
  emit({
    subject: { type: SALE, id },
    kind,
    payload: {
      merchant_id,
      product_id,
      cell_id,
      status,
      payment_status,
      refund_cause,
      price_minor,
      currency,
    },
    before: { status: row.status, payment_status: row.payment_status },
    after: { status, payment_status },
  });
  return after;
}

/** The sale with its money on the way back; undefined where there is none to give back. */
export async function refundSale(
  context: Writer,
  row: SaleRow,
  cause: RefundCause,
): Promise<SaleRow | undefined> {
  const change = requestRefund(row);
  return change === null
    ? undefined
    : changeSale(context, row, { ...change, refund_cause: cause, payment_failure: null });
}

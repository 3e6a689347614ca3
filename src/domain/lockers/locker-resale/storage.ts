/** What the seller pays for storage after the time to take the item back. */
import { chargeCustomer } from "#domain/money/wallets/public.ts";
import type { Context } from "#operation/define/context.ts";
import { computeDue } from "./present.ts";
import { HANDOVER, HandoverRecord, type HandoverRow } from "./records/handover.ts";

export const STORAGE_REFUSALS = { wallet_too_low: "unpaid" } as const;

/** Charges what was not paid yet. */
export async function payStorage(context: Context<"wallet_too_low">, row: HandoverRow): Promise<HandoverRow> {
  const { id, seller_customer_id, storage_paid_minor, currency } = row;
  const amount_minor = computeDue(row, context.now) - storage_paid_minor;
  if (amount_minor <= 0) return row;
  await chargeCustomer(context, {
    customer_id: seller_customer_id,
    price_family: "device_orders",
    subject: { type: HANDOVER, id },
    amount_minor,
    currency,
  });
  context.emit({ subject: { type: HANDOVER, id }, kind: "resale.storage_paid" });
  return HandoverRecord.change(context, row, { storage_paid_minor: storage_paid_minor + amount_minor });
}

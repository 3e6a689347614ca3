/** Cancels an order, for its customer and for the business: what was paid is returned in the same transaction. */
import { showStatus } from "#domain/customer/service-orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { STORAGE_OVERDUE } from "./charges.ts";
import { messages } from "./messages.ts";
import { StorageBill, type StorageOrderRow } from "./records/storage-order.ts";
import { canCancel } from "./rules.ts";

export const cancelRefusals = { not_cancellable: "conflict" } as const;

export async function cancelLockedOrder(
  context: Context<keyof typeof cancelRefusals>,
  order: StorageOrderRow,
): Promise<void> {
  if (!canCancel(order.status, { is_collected: order.pickup !== null }))
    throw context.refuse("not_cancellable", { message: messages.not_cancellable, ...showStatus(order) });
  context.due.clear(STORAGE_OVERDUE, order.id);
  await StorageBill.cancel(context, order);
}

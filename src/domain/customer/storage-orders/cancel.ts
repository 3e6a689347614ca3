/** Cancels an order, for its customer and for the business: what was paid is returned in the same transaction. */
import { cancelBill, lockBill } from "#domain/customer/bills/public.ts";
import type { Context } from "#operation/define/context.ts";
import { STORAGE_OVERDUE } from "./charges.ts";
import { messages } from "./messages.ts";
import { changeOrder, type StorageOrderRow } from "./records/storage-order.ts";
import { canCancel } from "./rules.ts";

export const cancelRefusals = { not_cancellable: "conflict" } as const;

export async function cancelLockedOrder(
  context: Context<keyof typeof cancelRefusals>,
  order: StorageOrderRow,
): Promise<void> {
  const { status } = order;
  if (!canCancel(status, { is_collected: order.pickup !== null })) {
    throw context.refuse("not_cancellable", {
      message: messages.not_cancellable,
      values: { status },
      extra: { status },
    });
  }
  const bill = await lockBill(context, { type: "storage_order", id: order.id });
  await cancelBill(context, bill);
  context.due.clear(STORAGE_OVERDUE, order.id);
  await changeOrder(context, order, { trigger: "cancel", status: "CANCELLED" });
}

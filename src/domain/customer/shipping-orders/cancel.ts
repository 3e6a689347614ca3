/** Cancels an order, for its customer and for the business: what was paid is returned in the same transaction. */
import { cancelBill, lockBill } from "#domain/customer/bills/public.ts";
import type { Context } from "#operation/define/context.ts";
import { changeOrder } from "./change.ts";
import { messages } from "./messages.ts";
import { getNextStatus } from "./rules.ts";
import type { ShippingOrderRow } from "./tables.ts";

export const cancelRefusals = { not_cancellable: "conflict" } as const;

export async function cancelLockedOrder(
  context: Context<keyof typeof cancelRefusals>,
  order: ShippingOrderRow,
): Promise<void> {
  const status = getNextStatus(order.status, "cancel");
  if (status === null) {
    throw context.refuse("not_cancellable", {
      message: messages.not_cancellable,
      values: { status: order.status },
      extra: { status: order.status },
    });
  }
  const bill = await lockBill(context, { type: "shipping_order", id: order.id });
  await cancelBill(context, bill);
  await changeOrder(context, order, { trigger: "cancel", status });
}

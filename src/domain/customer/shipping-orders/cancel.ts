/** Cancels an order, for its customer and for the business: what was paid is returned in the same transaction. */
import { cancelBill } from "#domain/customer/bills/public.ts";
import { showStatus } from "#domain/customer/service-orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { formatMoney } from "#vocabulary/money.ts";
import { messages } from "./messages.ts";
import { changeOrder, ShippingBill, type ShippingOrderRow } from "./records/shipping-order.ts";
import { listPackages } from "./records/shipping-package.ts";
import { canCallOff, getNextStatus } from "./rules.ts";

export const cancelRefusals = { not_cancellable: "conflict" } as const;

/** For the customer: before goods arrive. */
export async function cancelLockedOrder(
  context: Context<keyof typeof cancelRefusals>,
  order: ShippingOrderRow,
): Promise<void> {
  if (getNextStatus(order.status, "cancel") === null)
    throw context.refuse("not_cancellable", { message: messages.not_cancellable, ...showStatus(order) });
  await ShippingBill.cancel(context, order);
}

export const callOffRefusals = {
  ...cancelRefusals,
  goods_open: "conflict",
  no_goods: "invalid",
  retained_too_much: "invalid",
} as const;

export interface CallOff {
  goods?: "handed_back" | "disposed";
  retained_minor?: number;
  reason?: string;
}

/**
 * For the business: until the goods are with the carrier. Of goods that have arrived it says what becomes of them. What was
 * paid is returned, less what it retains for what was done.
 */
export async function callOffLockedOrder(
  context: Context<keyof typeof callOffRefusals>,
  order: ShippingOrderRow,
  { goods, retained_minor = 0, reason = "" }: CallOff,
): Promise<void> {
  const { refuse } = context;
  const { id, status } = order;
  if (!canCallOff(status, order.status_before_exception))
    throw refuse("not_cancellable", { message: messages.gone, ...showStatus(order) });
  const packages = await listPackages(context, id);
  const count = packages.filter(({ received_at }) => received_at !== null).length;
  if (count > 0 && (goods === undefined || reason.trim() === ""))
    throw refuse("goods_open", {
      message: messages.goods_open,
      values: { count },
      extra: { packages_here: count },
      errors: [
        ...(goods === undefined ? [{ field: "goods", message: fields.required }] : []),
        ...(reason.trim() === "" ? [{ field: "reason", message: fields.required }] : []),
      ],
    });
  if (count === 0 && goods !== undefined)
    throw refuse("no_goods", {
      message: messages.no_goods,
      errors: [{ field: "goods", message: fields.absent }],
    });
  const bill = await ShippingBill.lockOrderBill(context, order);
  if (retained_minor > bill.paid_minor)
    throw refuse("retained_too_much", {
      message: messages.retained_too_much,
      values: { paid: formatMoney(bill.paid_minor, bill.currency) },
      errors: [{ field: "retained_minor", message: fields.maximum.with({ limit: bill.paid_minor }) }],
    });
  await cancelBill(context, bill, { retained_minor, reason });
  await changeOrder(context, order, {
    trigger: "cancel",
    status: "CANCELLED",
    columns: { exception: null, status_before_exception: null, cancelled_goods: goods ?? null },
    facts: { ...(goods === undefined ? {} : { goods }), ...(retained_minor > 0 ? { retained_minor } : {}) },
  });
}

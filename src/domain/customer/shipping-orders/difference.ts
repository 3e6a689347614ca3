/**
 * What the measures of an order change of its price, until it is priced again or staff take the price as it is. Goods that
 * weigh more than was declared are not sent at the old price in silence.
 */
import Type from "typebox";
import { keepLines, loadBill, loadBillDetail } from "#domain/customer/bills/public.ts";
import {
  getSoldPricing,
  hasOtherMeasures,
  priceAsSold,
  toMeasuredPiece,
} from "#domain/customer/service-orders/public.ts";
import { findWarehousePlace } from "#domain/customer/services/public.ts";
import type { Context } from "#operation/define/context.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { formatMoney } from "#vocabulary/money.ts";
import { messages } from "./messages.ts";
import type { ShippingOrderRow } from "./records/shipping-order.ts";
import { listPackages } from "./records/shipping-package.ts";

/** `amount_minor`: the new price less the one before; null where staff price the order, or the list does not cover it. */
export interface PriceDifference {
  amount_minor: number | null;
  currency: string;
}

/** Null while nothing is to be decided. */
export async function findDifference(
  context: Context<never>,
  order: ShippingOrderRow,
): Promise<PriceDifference | null> {
  const subject = { type: "shipping_order", id: order.id } as const;
  const packages = await listPackages(context, order.id);
  const measured_at = packages
    .flatMap((one) => one.measured_at ?? [])
    .toSorted((one, other) => Date.parse(other) - Date.parse(one))[0];
  if (measured_at === undefined || !packages.some(hasOtherMeasures)) return null;
  const is_after = (at: string | null) => at !== null && Date.parse(at) >= Date.parse(measured_at);
  const { price_steps } = await loadBillDetail(context, subject);
  if (is_after(order.difference_waived_at)) return null;
  if (price_steps.some(({ kind, at }) => kind === "repriced" && is_after(at))) return null;
  const bill = await loadBill(context, subject);
  const { currency } = bill;
  const sold = getSoldPricing(bill);
  if (sold === undefined) return { amount_minor: null, currency };
  const warehouse = await findWarehousePlace(context, order.warehouse_id);
  const pieces = packages.map(toMeasuredPiece);
  try {
    const pricing = context as Parameters<typeof priceAsSold>[0];
    const price = await priceAsSold(pricing, order, sold, { pieces, warehouse });
    const amount_minor = keepLines(price.lines, bill.lines).total_minor - (bill.total_minor ?? 0);
    return amount_minor === 0 ? null : { amount_minor, currency };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { amount_minor: null, currency };
  }
}

/** For operations after which an order is not measured or priced again. */
export const waiveMember = {
  waive_difference: Type.Optional(
    Type.Boolean({ description: "Keep the price although the measures change it." }),
  ),
};

export const differenceRefusals = { price_differs: "conflict" } as const;

/** What is stored of a waiver. Refuses where the measures change the price, and nobody has decided about that. */
export async function requireSettledPrice(
  context: Context<keyof typeof differenceRefusals>,
  order: ShippingOrderRow,
  waive_difference = false,
): Promise<{ difference_waived_at?: string }> {
  const difference = await findDifference(context, order);
  if (difference === null) return {};
  if (waive_difference) return { difference_waived_at: context.now.toISOString() };
  const { amount_minor, currency } = difference;
  throw context.refuse("price_differs", {
    message: amount_minor === null ? messages.measures_differ : messages.price_differs,
    values: { difference: formatMoney(amount_minor ?? 0, currency) },
    extra: { difference_minor: amount_minor },
  });
}

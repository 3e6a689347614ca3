/** What a device order costs, by the price list of its family: held when it is created, taken with the deposit. */
import { findPricing } from "#domain/money/price-lists/public.ts";
import { captureHold, holdAmount, releaseHold } from "#domain/money/wallets/public.ts";
import type { Context } from "#operation/define/context.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import type { DeviceOrderRow, PriceLine } from "./records/device-order.ts";

export interface PricedParcel {
  weight_g: number | null;
  width_mm: number | null;
  height_mm: number | null;
  depth_mm: number | null;
}

export interface DeviceOrderPrice {
  price_list_id: number;
  price_minor: number;
  currency: string;
  price_lines: PriceLine[];
}

/**
 * Null without a customer, and where no list of the family has a rule for it. The service that rules name is the size of the
 * compartment.
 */
export async function computePrice(
  context: Context<never>,
  customer_id: number | null,
  { size, parcel, days }: { size: string; parcel: PricedParcel; days: number },
): Promise<DeviceOrderPrice | null> {
  if (customer_id === null) return null;
  const pricing = await findPricing(context, { price_family: "device_orders", customer_id });
  if (pricing === undefined) return null;
  const { weight_g, width_mm, height_mm, depth_mm } = parcel;
  const { priced } = pricing.price({
    service: size,
    days,
    date: toLocalDate(context.now, context.business.time_zone),
    parcels: [
      {
        ...(weight_g === null ? {} : { weight_g }),
        ...(width_mm === null || height_mm === null || depth_mm === null
          ? {}
          : { width_mm, height_mm, length_mm: depth_mm }),
      },
    ],
  });
  if (priced === null) return null;
  return {
    price_list_id: pricing.list.id,
    price_minor: priced.total_minor,
    currency: pricing.list.currency,
    price_lines: priced.lines.map(({ code, label, amount_minor }) => ({ code, label, amount_minor })),
  };
}

/** Null for nothing to pay. */
export async function holdPrice(
  context: Context<"wallet_too_low">,
  { id, customer_id, price_minor, currency }: DeviceOrderRow,
): Promise<number | null> {
  if (customer_id === null || price_minor === null || currency === null) return null;
  return holdAmount(context, {
    customer_id,
    price_family: "device_orders",
    subject: { type: "device_order", id },
    amount_minor: price_minor,
    currency,
  });
}

/** The parcel was put in: the price is due. */
export async function takePrice(context: Context<never>, { hold_id }: DeviceOrderRow): Promise<void> {
  if (hold_id !== null) await captureHold(context, hold_id);
}

/** Nothing was put in, and nothing will be. */
export async function dropPrice(context: Context<never>, { hold_id }: DeviceOrderRow): Promise<void> {
  if (hold_id !== null) await releaseHold(context, hold_id);
}

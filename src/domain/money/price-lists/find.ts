/** Which version of which list prices a family for a customer on a day. */
import { getPlanningSettings } from "#domain/identity/settings/public.ts";
import type { Shipment } from "#domain/money/surcharges/public.ts";
import { findSurcharges, type SurchargeRow } from "#domain/money/surcharges/public.ts";
import type { Context } from "#operation/define/context.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import { computeLeastPrice, type PricingOutcome, priceShipment } from "./pricing.ts";
import { findPriceList, findPriceLists, type PriceListRow } from "./records/price-list.ts";

/** What prices one family for one customer today: load it once, then price as many shipments as needed. */
export interface Pricing {
  /** The version of the list that applies; its id is what a quote keeps. */
  list: PriceListRow;
  /** The open surcharges of the family. A caller refuses options that are none of them: `findUnknownOptions`. */
  surcharges: SurchargeRow[];
  price(shipment: Shipment): PricingOutcome;
  /** What the service costs at least. */
  findLeast(service: string): number | null;
}

/** Undefined if no list of the family is in effect for the customer today. `customer_id` null: the business itself. */
export async function findPricing(
  context: Context<never>,
  { price_family, customer_id }: { price_family: PriceFamily; customer_id: number | null },
): Promise<Pricing | undefined> {
  const { now, business, settings } = context;
  const date = toLocalDate(now, business.time_zone);
  const [[list], surcharges] = await Promise.all([
    findPriceLists(context, { customer_id, price_family, date }),
    findSurcharges(context, price_family),
  ]);
  if (list === undefined) return undefined;
  const { road_factor } = getPlanningSettings(business.settings, settings);
  return {
    list,
    surcharges,
    price: (shipment) => priceShipment(list, shipment, { road_factor, surcharges }),
    findLeast: (service) => computeLeastPrice(list, service, { road_factor, surcharges }),
  };
}

/** What prices with exactly this version of a list, and with surcharges as they were: what was sold keeps both. */
export async function loadPricing(
  context: Pick<Context<never>, "db" | "business_id" | "business" | "settings">,
  price_list_id: number,
  surcharges: readonly SurchargeRow[],
): Promise<Pricing> {
  const list = await findPriceList(context, price_list_id);
  if (list === undefined) throw new Error(`There is no version ${price_list_id} of a price list.`);
  const { road_factor } = getPlanningSettings(context.business.settings, context.settings);
  return {
    list,
    surcharges: [...surcharges],
    price: (shipment) => priceShipment(list, shipment, { road_factor, surcharges }),
    findLeast: (service) => computeLeastPrice(list, service, { road_factor, surcharges }),
  };
}

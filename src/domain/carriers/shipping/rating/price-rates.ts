/** What a carrier's rate costs the buyer of the label. */
import { computePrice } from "#domain/carriers/carrier-accounts/public.ts";
import type { Comparable, OfferAtPurchase } from "#domain/carriers/shipping-rules/public.ts";
import { findPricing } from "#domain/money/price-lists/public.ts";
import { issueQuotes } from "#domain/money/quotes/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Shipment } from "#providers/carriers/port.ts";
import type { Line } from "../records/label.ts";
import { addWorkingDays } from "../rules.ts";
import type { Offer } from "./request-rates.ts";
import { hashShipment } from "./shipment.ts";

export interface PricedOffer extends Offer, Comparable {
  lines: readonly Line[];
  price_list_id: number | null;
}

/**
 * The business pays what the carrier charges. A customer pays what its price list says of the rate, else the account's
 * markup; a rate that neither prices, or in a currency that its wallet does not have, is not offered to it.
 */
export async function priceOffers(
  context: Context<never>,
  {
    customer_id,
    shipment,
    offers,
  }: { customer_id: number | null; shipment: Shipment; offers: readonly Offer[] },
): Promise<PricedOffer[]> {
  const currency = context.business.currency;
  const pricing =
    customer_id === null
      ? undefined
      : await findPricing(context, { price_family: "label_service", customer_id });
  return offers.flatMap(({ account, rate }): PricedOffer[] => {
    const { charge_minor, delivery_date, delivery_days } = rate;
    const compared = {
      account,
      rate,
      arrives_on:
        delivery_date ?? (delivery_days === null ? null : addWorkingDays(shipment.ship_date, delivery_days)),
      preference: account.preference,
    };
    if (customer_id === null) {
      const lines = rate.lines.map(({ code, name, amount_minor }) => ({ code, label: name, amount_minor }));
      return [
        { ...compared, price_minor: charge_minor, currency: rate.currency, lines, price_list_id: null },
      ];
    }
    const priced = pricing?.price({
      service: rate.code,
      pickup: shipment.from,
      dropoff: shipment.to,
      parcels: shipment.packages.map(({ weight_g, length_mm, width_mm, height_mm }) => ({
        weight_g,
        length_mm: length_mm ?? 0,
        width_mm: width_mm ?? 0,
        height_mm: height_mm ?? 0,
      })),
      carrier_account: account.code,
      carrier_charge: { amount_minor: charge_minor, currency: rate.currency },
      date: shipment.ship_date,
      insured_value_minor: shipment.insured_minor,
    }).priced;
    if (pricing !== undefined && priced != null && pricing.list.currency === currency) {
      const { lines, total_minor } = priced;
      return [{ ...compared, price_minor: total_minor, currency, lines, price_list_id: pricing.list.id }];
    }
    const price_minor = computePrice(account.markups, { service: rate.code, charge_minor });
    if (price_minor === null || rate.currency !== currency) return [];
    const lines = [{ code: "carriage", label: "Carriage", amount_minor: price_minor }];
    return [{ ...compared, price_minor, currency, lines, price_list_id: null }];
  });
}

/** What a label remembers of an offer beside the one that was bought. */
export function toOfferAtPurchase({
  account,
  rate,
  price_minor,
  currency,
  arrives_on,
  preference,
}: PricedOffer): OfferAtPurchase {
  return {
    carrier_account: account.code,
    service: rate.code,
    service_name: rate.name,
    price_minor,
    currency,
    arrives_on,
    preference,
  };
}

/** What a quote keeps of itself for the purchase. */
export interface QuotedLabel {
  carrier_account_id: number;
  carrier: string;
  service_name: string;
  shipment: Shipment;
  arrives_on: string | null;
  preference: number;
}

/** One quote for each offer, in their order. Rates of one currency are issued together. */
export async function issueRates(
  context: Context<never>,
  customer_id: number | null,
  shipment: Shipment,
  offers: readonly PricedOffer[],
) {
  const quotes = new Map<PricedOffer, { id: number; rate_id: string; expires_at: string }>();
  for (const [currency, same] of Map.groupBy(offers, (offer) => offer.currency)) {
    const issued = await issueQuotes(
      context,
      { price_family: "label_service", subject_kind: "label", customer_id, currency },
      same.map(({ account, rate, lines, price_minor, price_list_id, arrives_on, preference }) => ({
        provider: account.code,
        service: rate.code,
        inputs_hash: hashShipment(shipment, { provider: account.code, service: rate.code }),
        lines,
        total_minor: price_minor,
        price_list_id,
        carrier_charge: { amount_minor: rate.charge_minor, currency: rate.currency },
        details: {
          carrier_account_id: account.id,
          carrier: rate.carrier,
          service_name: rate.name,
          shipment,
          arrives_on,
          preference,
        } satisfies QuotedLabel,
      })),
    );
    same.forEach((offer, index) => {
      const quote = issued[index];
      if (quote !== undefined) quotes.set(offer, quote);
    });
  }
  return offers.map((offer) => {
    const quote = quotes.get(offer);
    if (quote === undefined) throw new Error("A rate was not quoted.");
    return { offer, quote };
  });
}

/** The price of a service order before there is one, and the rate_id that keeps it. */
import Type from "typebox";
import {
  type CheckedRequest,
  type Offer,
  type PricedRequest,
  PricingMethod,
  type priceRefusals,
  priceRequest,
  quoteRequest,
  SERVICE_FAMILIES,
  type ServiceRequest,
  type ServiceVersion,
} from "#domain/customer/services/public.ts";
import { PriceLine } from "#domain/money/price-lists/public.ts";
import type { Context } from "#operation/define/context.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Price, PriceCurrency, PriceDetails, PriceHidden } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";

/** Of the answer. `whose`: what staff price, in the descriptions. */
export const buildEstimateMembers = (whose: "it" | "the order") => ({
  pricing_method: PricingMethod,
  rate_id: Nullable(Ref("rate", Type.String({ description: `Null where staff price ${whose}.` }))),
  expires_at: Nullable(Timestamp),
  family: StringEnum(SERVICE_FAMILIES),
  total_minor: Price("by:family", `Minor units of \`currency\`; null where staff price ${whose}.`),
  price_details: PriceDetails("by:family", Type.Array(PriceLine)),
  currency: PriceCurrency("by:family"),
  price_hidden: PriceHidden,
});

interface EstimateAnswer {
  pricing_method: 1 | 2;
  rate_id: string | null;
  expires_at: string | null;
  family: ServiceVersion["family"];
  total_minor: number | null;
  price_details: PricedRequest["lines"] | null;
  currency: string;
}

/** What a request costs; `price` is null where staff price it. `located`: the request with its addresses on the map. */
export async function estimateRequest(
  context: Context<keyof typeof priceRefusals>,
  offer: Offer,
  {
    pieces,
    located,
    warehouse,
  }: Pick<CheckedRequest, "pieces"> & { located: ServiceRequest; warehouse: ServiceRequest["pickup"] },
): Promise<{ price: PricedRequest | null; answer: EstimateAnswer }> {
  const { service, customer_id } = offer;
  const { family } = service;
  const { pricing_method } = service.definition;
  if (pricing_method === 2) {
    const none = { rate_id: null, expires_at: null, total_minor: null, price_details: null };
    const { currency } = context.business;
    return { price: null, answer: { pricing_method, family, currency, ...none } };
  }
  const price = await priceRequest(context, { service, customer_id, pieces, request: located, warehouse });
  const quote = await quoteRequest(context, offer, price);
  const { total_minor, lines: price_details, currency } = price;
  return { price, answer: { pricing_method, ...quote, family, total_minor, price_details, currency } };
}

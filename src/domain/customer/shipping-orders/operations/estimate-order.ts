/**
 * Price a shipping order without creating it.
 *
 * Source: docs/contract/mcp.md, `estimate_shipping_order`; the body is our choice.
 */
import Type from "typebox";
import {
  checkRequest,
  getOfferedService,
  PricingMethod,
  packageMembers,
  priceRefusals,
  priceRequest,
  quoteRequest,
  requestMembers,
  SERVICE_FAMILIES,
} from "#domain/customer/services/public.ts";
import { resolvePlaces } from "#domain/locations/addressbook/public.ts";
import { PriceLine } from "#domain/money/price-lists/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Price, PriceCurrency, PriceDetails, PriceHidden } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";
import { ServiceCode } from "../shapes.ts";

export const estimateShippingOrder = defineOperation({
  name: "customerShippingOrderEstimate",
  summary: "Estimate a shipping order",
  description:
    "The price of an order, and the rate_id with which an order of exactly these members has it: for half an hour and one order. A " +
    "service of pricing_method 2 has no rate_id; staff price the order. Every wrong field is listed.",
  effect: "write",
  only_quotes: true,
  risk: "low",
  adds_only: true,
  access: { roles: ["customer"], scopes: ["customer_shipping:read"] },
  rest: { method: "POST", path: "/api/v1/customer/shipping-orders/services/{service_code}/estimate-price" },
  mcp: { user: "estimate_shipping_order" },
  input: Type.Object({
    service_code: Ref("service_code", ServiceCode),
    ...requestMembers,
    ...packageMembers,
  }),
  output: Type.Object({
    result: Type.Boolean(),
    pricing_method: PricingMethod,
    rate_id: Nullable(Type.String({ description: "Null where staff price the order." })),
    expires_at: Nullable(Timestamp),
    family: StringEnum(SERVICE_FAMILIES),
    total_minor: Price("by:family", "Minor units of `currency`; null where staff price the order."),
    price_details: PriceDetails("by:family", Type.Array(PriceLine)),
    currency: PriceCurrency("by:family"),
    price_hidden: PriceHidden,
  }),
  refusals: priceRefusals,

  prepare: (context, { pickup = null, dropoff = null }) => resolvePlaces(context, [{ pickup, dropoff }]),

  async run(context, { service_code, ...request }, [located]) {
    const { actor, business } = context;
    const customer_id = actor.customer_id ?? 0;
    const service = await getOfferedService(context, { kind: "shipping", code: service_code });
    const { pieces, warehouse } = await checkRequest(context, service, request);
    const { family } = service;
    const { pricing_method } = service.definition;
    const currency = business.currency;
    if (pricing_method === 2) {
      const none = { rate_id: null, expires_at: null, total_minor: null, price_details: null };
      return { result: true, pricing_method, family, currency, ...none };
    }
    const price = await priceRequest(context, {
      service,
      customer_id,
      pieces,
      request: { ...request, ...located },
      warehouse: warehouse?.place,
    });
    const offer = { service, customer_id, subject_kind: "shipping_order" as const, request };
    const quote = await quoteRequest(context, offer, price);
    const { total_minor, lines } = price;
    return {
      result: true,
      pricing_method,
      ...quote,
      family,
      total_minor,
      price_details: lines,
      currency: price.currency,
    };
  },
});

/**
 * Price a ship-out without creating it. The packages stay free.
 *
 * Source: docs/contract/mcp.md, `estimate_shipout`; the body is our choice.
 */
import Type from "typebox";
import {
  getOfferedService,
  PricingMethod,
  priceRefusals,
  priceRequest,
  quoteRequest,
  SERVICE_FAMILIES,
} from "#domain/customer/services/public.ts";
import { resolvePlaces } from "#domain/locations/addressbook/public.ts";
import { PriceLine } from "#domain/money/price-lists/public.ts";
import { loadWarehouses } from "#domain/warehouse/warehouses/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Price, PriceCurrency, PriceDetails, PriceHidden } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";
import { checkShipout, packageRefusals, shipoutMembers } from "../request.ts";
import { ServiceCode } from "../shapes.ts";

export const estimateShipout = defineOperation({
  name: "customerShipoutEstimate",
  summary: "Estimate a ship-out",
  description:
    "The price of shipping these packages, as measured in the warehouse, and the rate_id with which a ship-out of exactly these " +
    "members has it: for half an hour and one ship-out. A service of pricing_method 2 has no rate_id; staff price it.",
  effect: "write",
  only_quotes: true,
  risk: "low",
  adds_only: true,
  access: { roles: ["customer"], scopes: ["storage:read"] },
  rest: { method: "POST", path: "/api/v1/customer/shipout-orders/services/{service_code}/estimate" },
  mcp: { user: "estimate_shipout" },
  input: Type.Object({ service_code: Ref("service_code", ServiceCode), ...shipoutMembers }),
  output: Type.Object({
    result: Type.Boolean(),
    pricing_method: PricingMethod,
    rate_id: Nullable(Type.String({ description: "Null where staff price it." })),
    expires_at: Nullable(Timestamp),
    family: StringEnum(SERVICE_FAMILIES),
    total_minor: Price("by:family", "Minor units of `currency`; null where staff price it."),
    price_details: PriceDetails("by:family", Type.Array(PriceLine)),
    currency: PriceCurrency("by:family"),
    price_hidden: PriceHidden,
  }),
  refusals: { ...priceRefusals, ...packageRefusals },

  prepare: (context, { dropoff = null }) => resolvePlaces(context, [{ pickup: null, dropoff }]),

  async run(context, { service_code, ...asked }, [located]) {
    const { actor, business } = context;
    const customer_id = actor.customer_id ?? 0;
    const service = await getOfferedService(context, { kind: "shipout", code: service_code });
    const { packages, pieces, request } = await checkShipout(context, service, asked);
    const { family } = service;
    const { pricing_method } = service.definition;
    const currency = business.currency;
    if (pricing_method === 2) {
      const none = { rate_id: null, expires_at: null, total_minor: null, price_details: null };
      return { result: true, pricing_method, family, currency, ...none };
    }
    const { stored_package_ids } = asked;
    const warehouse_id = packages[0]?.warehouse_id ?? 0;
    const price = await priceRequest(context, {
      service,
      customer_id,
      pieces,
      request: { ...request, ...located },
      warehouse: (await loadWarehouses(context, [warehouse_id])).get(warehouse_id)?.place,
    });
    const offer = { service, customer_id, subject_kind: "shipout" as const, request, stored_package_ids };
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

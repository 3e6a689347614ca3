/**
 * Price a storage order without creating it.
 *
 * Source: docs/contract/mcp.md, `quote_storage_order`; the body is our choice.
 */
import Type from "typebox";
import {
  checkRequest,
  findStorageTerms,
  loadStorageDayPrice,
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
import { Count, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Price, PriceCurrency, PriceDetails, PriceHidden } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getStorageService } from "../service.ts";
import { ServiceCode } from "../shapes.ts";

export const estimateStorageOrder = defineOperation({
  name: "customerStorageOrderEstimate",
  summary: "Estimate a storage order",
  description:
    "The price of an order, what each further day costs after its free days, and the rate_id with which an order of exactly these " +
    "members has that price: for half an hour and one order. A service of pricing_method 2 has no rate_id; staff price the order.",
  effect: "write",
  only_quotes: true,
  risk: "low",
  adds_only: true,
  access: { roles: ["customer"], scopes: ["storage:read"] },
  rest: { method: "POST", path: "/api/v1/customer/storage-orders/calculate-price" },
  mcp: { user: "quote_storage_order" },
  input: Type.Object({
    service_code: Type.Optional(
      Ref("service_code", { ...ServiceCode, description: "Needed where there are several." }),
    ),
    ...requestMembers,
    ...packageMembers,
  }),
  output: Type.Object({
    result: Type.Boolean(),
    service_code: Type.String(),
    pricing_method: PricingMethod,
    rate_id: Nullable(Type.String({ description: "Null where staff price the order." })),
    expires_at: Nullable(Timestamp),
    family: StringEnum(SERVICE_FAMILIES),
    free_days: {
      ...Count,
      description: "Days that cost nothing: those of the service, and what the list includes.",
    },
    total_minor: Price("by:family", "Minor units of `currency`; null where staff price the order."),
    day_minor: Price("by:family", "What each day after the free days costs, for all packages."),
    price_details: PriceDetails("by:family", Type.Array(PriceLine)),
    currency: PriceCurrency("by:family"),
    price_hidden: PriceHidden,
  }),
  refusals: priceRefusals,

  prepare: (context, { pickup = null, dropoff = null }) => resolvePlaces(context, [{ pickup, dropoff }]),

  async run(context, { service_code, ...request }, [located]) {
    const { actor, business } = context;
    const customer_id = actor.customer_id ?? 0;
    const service = await getStorageService(context, service_code);
    const { pieces, warehouse } = await checkRequest(context, service, request);
    const { family, code } = service;
    const { pricing_method, storage } = service.definition;
    const currency = business.currency;
    const free_days = storage?.free_days ?? 0;
    const known = { result: true, service_code: code, pricing_method, family, free_days };
    if (pricing_method === 2) {
      const none = {
        rate_id: null,
        expires_at: null,
        total_minor: null,
        day_minor: null,
        price_details: null,
      };
      return { ...known, currency, ...none };
    }
    const asked = { service, request: { ...request, ...located }, warehouse: warehouse?.place };
    const price = await priceRequest(context, { ...asked, customer_id, pieces });
    const offer = { service, customer_id, subject_kind: "storage_order" as const, request };
    const quote = await quoteRequest(context, offer, price);
    const terms = findStorageTerms(
      await loadStorageDayPrice(context, { ...asked, before: price }),
      pieces,
      free_days,
    );
    const { total_minor, lines } = price;
    return {
      ...known,
      ...quote,
      total_minor,
      ...terms,
      price_details: lines,
      currency: price.currency,
    };
  },
});

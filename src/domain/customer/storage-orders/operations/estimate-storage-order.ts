/**
 * Price a storage order without creating it.
 *
 * Source: docs/contract/mcp.md, `quote_storage_order`; the body is our choice.
 */
import Type from "typebox";
import {
  buildEstimateMembers,
  estimateRequest,
  ServiceCode,
} from "#domain/customer/service-orders/public.ts";
import {
  checkRequest,
  findStorageTerms,
  loadStorageDayPrice,
  packageMembers,
  priceRefusals,
  requestMembers,
} from "#domain/customer/services/public.ts";
import { resolvePlaces } from "#domain/locations/addressbook/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Count } from "#vocabulary/basics.ts";
import { Price } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getStorageService } from "../service.ts";

const estimated = buildEstimateMembers("the order");

export const estimateStorageOrder = defineOperation({
  name: "customerStorageOrderEstimate",
  summary: "Estimate a storage order",
  description:
    "The price of an order, what each further day costs after its free days, and the rate_id with which an order of exactly these " +
    "members has that price: for half an hour and one order. A service of pricing_method 2 has no rate_id; staff price the order.",
  only_quotes: true,
  risk: "low",
  destructive: false,
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
    pricing_method: estimated.pricing_method,
    rate_id: estimated.rate_id,
    expires_at: estimated.expires_at,
    family: estimated.family,
    free_days: {
      ...Count,
      description: "Days that cost nothing: those of the service, and what the list includes.",
    },
    total_minor: estimated.total_minor,
    day_minor: Price("by:family", "What each day after the free days costs, for all packages."),
    price_details: estimated.price_details,
    currency: estimated.currency,
    price_hidden: estimated.price_hidden,
  }),
  refusals: priceRefusals,

  prepare: (context, { pickup = null, dropoff = null }) => resolvePlaces(context, [{ pickup, dropoff }]),

  async run(context, { service_code, ...request }, [located]) {
    const customer_id = context.actor.customer_id ?? 0;
    const service = await getStorageService(context, service_code);
    const { pieces, warehouse } = await checkRequest(context, service, request);
    const free_days = service.definition.storage?.free_days ?? 0;
    const offer = { service, customer_id, subject_kind: "storage_order" as const, request };
    const request_facts = { located: { ...request, ...located }, warehouse: warehouse?.place };
    const { answer, price } = await estimateRequest(context, offer, { pieces, ...request_facts });
    const estimate_answer = { result: true, service_code: service.code, ...answer };
    if (price === null) return { ...estimate_answer, free_days, day_minor: null };
    const priceDay = await loadStorageDayPrice(context, {
      service,
      request: request_facts.located,
      warehouse: request_facts.warehouse,
      before: price,
    });
    return { ...estimate_answer, ...findStorageTerms(priceDay, pieces, free_days) };
  },
});

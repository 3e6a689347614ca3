/**
 * Price a shipping order without creating it.
 *
 * Source: docs/contract/mcp.md, `estimate_shipping_order`; the body is our choice.
 */
import Type from "typebox";
import {
  buildEstimateMembers,
  estimateRequest,
  ServiceCode,
} from "#domain/customer/service-orders/public.ts";
import {
  checkRequest,
  getOfferedService,
  packageMembers,
  priceRefusals,
  requestMembers,
} from "#domain/customer/services/public.ts";
import { resolvePlaces } from "#domain/locations/addressbook/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";

export const estimateShippingOrder = defineOperation({
  name: "customerShippingOrderEstimate",
  summary: "Estimate a shipping order",
  description:
    "The price of an order, and the rate_id with which an order of exactly these members has it: for half an hour and one order. A " +
    "service of pricing_method 2 has no rate_id; staff price the order. Every wrong field is listed.",
  only_quotes: true,
  risk: "low",
  destructive: false,
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
    ...buildEstimateMembers("the order"),
  }),
  refusals: priceRefusals,

  prepare: (context, { pickup = null, dropoff = null }) => resolvePlaces(context, [{ pickup, dropoff }]),

  async run(context, { service_code, ...request }, [located]) {
    const customer_id = context.actor.customer_id ?? 0;
    const service = await getOfferedService(context, { kind: "shipping", code: service_code });
    const { pieces, warehouse } = await checkRequest(context, service, request);
    const offer = { service, customer_id, subject_kind: "shipping_order" as const, request };
    const { answer } = await estimateRequest(context, offer, {
      pieces,
      located: { ...request, ...located },
      warehouse: warehouse?.place,
    });
    return { result: true, ...answer };
  },
});

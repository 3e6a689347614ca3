/**
 * Quote a delivery: a rate for each service, without an order.
 *
 * Prices of a family that is hidden from the customer are left out; rate_id and names stay.
 *
 * Source: docs/contract/rest.md, "Other routes", and docs/contract/mcp.md, "quote_delivery"; the body is our choice.
 */
import { resolvePlaces } from "#domain/locations/addressbook/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { deliveryRateRefusals, RateAnswer, RateInput, rateDeliveries } from "../rate.ts";

export const rateDelivery = defineOperation({
  name: "clientOrderRate",
  summary: "Quote a delivery",
  description:
    "A rate for each service; no order is created. Each rate_id is valid for half an hour and one order, of the same " +
    "customer and the same shipment with that service.",
  only_quotes: true,
  risk: "low",
  destructive: false,
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["orders:read"] },
  rest: { method: "POST", path: "/api/v1/orders/rate" },
  mcp: { user: "quote_delivery" },
  input: RateInput,
  output: RateAnswer,
  refusals: deliveryRateRefusals,

  prepare: (context, shipment) => resolvePlaces(context, [shipment]),

  async run(context, input, [located]) {
    if (located === undefined) throw new Error("The shipment was lost on the way.");
    return rateDeliveries(context, input, located);
  },
});

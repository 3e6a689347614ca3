/**
 * The shipping services that a customer can order.
 *
 * Source: docs/contract/mcp.md, `list_shipping_services`; the response is our choice.
 */
import Type from "typebox";
import { listOfferedServices, ServiceSummary, summarizeServices } from "#domain/customer/services/public.ts";
import { defineOperation } from "#operation/define/define.ts";

export const listShippingServices = defineOperation({
  name: "customerShippingServices",
  summary: "List shipping services",
  description:
    "The services that can be ordered today, each with its code. Read the config of one before ordering.",
  access: { roles: ["customer"], scopes: ["customer_shipping:read"] },
  rest: { method: "GET", path: "/api/v1/customer/shipping-orders/services" },
  mcp: { user: "list_shipping_services" },
  output: Type.Object({ result: Type.Boolean(), services: Type.Array(ServiceSummary) }),

  async run(context) {
    const services = await listOfferedServices(context, "shipping");
    return { result: true, services: await summarizeServices(context, services) };
  },
});

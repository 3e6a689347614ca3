/**
 * The services by which stored packages can be shipped out.
 *
 * Source: docs/contract/mcp.md, `list_shipout_services`; the response is our choice.
 */
import Type from "typebox";
import { listOfferedServices, ServiceSummary, summarizeServices } from "#domain/customer/services/public.ts";
import { defineOperation } from "#operation/define/define.ts";

export const listShipoutServices = defineOperation({
  name: "customerShipoutServices",
  summary: "List ship-out services",
  description:
    "The services that can be ordered today, each with its code. pricing_method 1 is priced at once, 2 by staff after the order.",
  access: { roles: ["customer"], scopes: ["storage:read"] },
  rest: { method: "GET", path: "/api/v1/customer/shipout-orders/services" },
  mcp: { user: "list_shipout_services" },
  output: Type.Object({ result: Type.Boolean(), services: Type.Array(ServiceSummary) }),

  async run(context) {
    const services = await listOfferedServices(context, "shipout");
    return { result: true, services: await summarizeServices(context, services) };
  },
});

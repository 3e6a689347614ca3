/**
 * What the order form of one shipping service needs.
 *
 * Source: docs/contract/mcp.md, `get_shipping_service_config`; the members besides those it names are our choice.
 */
import Type from "typebox";
import { ServiceCode } from "#domain/customer/service-orders/public.ts";
import { getOfferedService, loadServiceConfig, ServiceConfig } from "#domain/customer/services/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";

export const getShippingServiceConfig = defineOperation({
  name: "customerShippingServiceConfig",
  summary: "Get the order form of a shipping service",
  description:
    "Warehouses, packaging, supplies, surcharges, timeframes, units, and form_fields as JSON Schema: `form` of an order has its values.",
  access: { roles: ["customer"], scopes: ["customer_shipping:read"] },
  rest: { method: "GET", path: "/api/v1/customer/shipping-orders/services/{service_code}/config" },
  mcp: { user: "get_shipping_service_config" },
  input: Type.Object({ service_code: Ref("service_code", ServiceCode) }),
  output: Type.Object({ result: Type.Boolean(), config: ServiceConfig }),

  async run(context, { service_code }) {
    const service = await getOfferedService(context, { kind: "shipping", code: service_code });
    return { result: true, config: await loadServiceConfig(context, service) };
  },
});

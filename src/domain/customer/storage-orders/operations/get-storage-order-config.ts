/**
 * What the form of a storage order needs.
 *
 * Source: docs/contract/mcp.md, `get_storage_order_config`; the members besides those it names are our choice.
 */
import Type from "typebox";
import { ServiceCode } from "#domain/customer/service-orders/public.ts";
import {
  getOfferedService,
  listOfferedServices,
  loadServiceConfig,
  ServiceConfig,
  ServiceSummary,
  summarizeServices,
} from "#domain/customer/services/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";

export const getStorageOrderConfig = defineOperation({
  name: "customerStorageOrderConfig",
  summary: "Get the order form of storage",
  description:
    "Warehouses, packaging, supplies, pickup timeframes, units, surcharges, free days, and form_fields as JSON Schema: `form` of an " +
    "order has their values. Without service_code it is that of the first storage service; `services` lists all of them.",
  access: { roles: ["customer"], scopes: ["storage:read"] },
  rest: { method: "GET", path: "/api/v1/customer/storage-orders/config" },
  mcp: { user: "get_storage_order_config" },
  input: Type.Object({ service_code: Type.Optional(Ref("service_code", ServiceCode)) }),
  output: Type.Object({
    result: Type.Boolean(),
    services: Type.Array(ServiceSummary),
    config: ServiceConfig,
  }),

  async run(context, { service_code }) {
    const services = await listOfferedServices(context, "storage");
    const service =
      service_code === undefined
        ? services[0]
        : await getOfferedService(context, { kind: "storage", code: service_code });
    if (service === undefined) throw context.refuse("not_found", { message: messages.no_service });
    return {
      result: true,
      services: await summarizeServices(context, services),
      config: await loadServiceConfig(context, service),
    };
  },
});

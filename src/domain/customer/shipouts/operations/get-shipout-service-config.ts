/** What the form of a ship-out needs. An addition of ours, as shipping services have it. */
import Type from "typebox";
import { ServiceCode } from "#domain/customer/service-orders/public.ts";
import { getOfferedService, loadServiceConfig, ServiceConfig } from "#domain/customer/services/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";

export const getShipoutServiceConfig = defineOperation({
  name: "customerShipoutServiceConfig",
  summary: "Get the order form of a ship-out service",
  access: { roles: ["customer"], scopes: ["storage:read"] },
  rest: { method: "GET", path: "/api/v1/customer/shipout-orders/services/{service_code}/config" },
  input: Type.Object({ service_code: Ref("service_code", ServiceCode) }),
  output: Type.Object({ result: Type.Boolean(), config: ServiceConfig }),

  async run(context, { service_code }) {
    const service = await getOfferedService(context, { kind: "shipout", code: service_code });
    return { result: true, config: await loadServiceConfig(context, service) };
  },
});

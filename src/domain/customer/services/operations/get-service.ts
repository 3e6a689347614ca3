/** One service in its newest version. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { findServiceVersion, getStoredService, toService } from "../records/service.ts";
import { Service } from "../shapes.ts";

export const getService = defineOperation({
  name: "clientService",
  summary: "Get a service for customers",
  access: { scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/services/{service_id}" },
  input: Type.Object({
    service_id: Ref("service"),
    version: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: "The newest if absent." }),
    ),
  }),
  output: Type.Object({ result: Type.Boolean(), service: Service }),

  async run(context, { service_id, version }) {
    const stored_service = await getStoredService(context, service_id);
    const service_version =
      version === undefined ? stored_service.newest : await findServiceVersion(context, service_id, version);
    if (service_version === undefined)
      throw context.refuse("not_found", { message: messages.unknown_version });
    return { result: true, service: toService(service_version, stored_service.active_version) };
  },
});

/** Services of the business in their newest versions, by kind and code. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { listServices, toService } from "../records/service.ts";
import { SERVICE_KINDS, Service } from "../shapes.ts";

export const listClientServices = defineOperation({
  name: "clientServices",
  summary: "List services for customers",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/services" },
  input: Type.Object({ ...PageInput, kind: Type.Optional(StringEnum(SERVICE_KINDS)) }),
  output: Type.Object({ ...PageOutput, services: Type.Array(Service) }),

  async run(context, input) {
    const { page, per_page, offset } = readPaging(input);
    const { total, services } = await listServices(context, {
      kind: input.kind ?? null,
      limit: per_page,
      offset,
    });
    return {
      result: true,
      total,
      page,
      per_page,
      services: services.map(({ newest, active_version }) => toService(newest, active_version)),
    };
  },
});

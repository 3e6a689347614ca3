/** Define a service that customers can order. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { checkDefinition, pickDefinition } from "../definition.ts";
import { messages } from "../messages.ts";
import {
  CustomerService,
  findActiveVersion,
  getToday,
  insertServiceVersion,
  toService,
} from "../records/service.ts";
import { definitionMembers, SERVICE_FAMILIES, SERVICE_KINDS, Service, ServiceCode } from "../shapes.ts";

export const createService = defineOperation({
  name: "clientServiceCreate",
  summary: "Define a service for customers",
  description:
    "Prices come from the price list of the family, whose rules may name the code of the service; what the service adds is in " +
    "packaging, supplies and surcharges.",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/client/services", status: 201 },
  input: Type.Object({
    code: ServiceCode,
    kind: StringEnum(SERVICE_KINDS),
    family: StringEnum(SERVICE_FAMILIES, { description: "Of storage and ship-outs storage_services." }),
    active_from: Type.Optional({ ...CalendarDate, description: "Offered from this date; today if absent." }),
    ...definitionMembers,
  }),
  output: Type.Object({
    result: Type.Boolean(),
    service_id: Ref("service"),
    version: Type.Integer(),
    service: Service,
  }),
  refusals: { code_taken: "conflict" },

  async run(context, input) {
    const { code, kind, family } = input;
    const definition = pickDefinition(input);
    await checkDefinition(context, { kind, family, definition });
    const row = await CustomerService.insertIfAbsent(context, { code, kind, family, version: 1 });
    if (row === undefined) {
      throw context.refuse("code_taken", {
        message: messages.code_taken,
        errors: [{ field: "code", message: messages.other_service_code }],
      });
    }
    const active_from = input.active_from ?? getToday(context);
    const { id, created_at } = row;
    const service = { id, code, kind, family, version: 1, active_from, definition, created_at };
    await insertServiceVersion(context, service);
    return {
      result: true,
      service_id: id,
      version: 1,
      service: toService(service, findActiveVersion(context, service, null)),
    };
  },
});

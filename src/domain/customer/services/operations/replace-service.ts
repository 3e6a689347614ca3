/**
 * Give a service its next version, in effect from a date. Orders keep the version that they were made with, and prices that
 * were estimated for another version are not accepted any more. A version that was to begin later is replaced too.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { checkDefinition, pickDefinition } from "../definition.ts";
import {
  CustomerService,
  findActiveVersion,
  getStoredService,
  getToday,
  insertServiceVersion,
  toService,
} from "../records/service.ts";
import { definitionMembers, Service } from "../shapes.ts";

export const replaceService = defineOperation({
  name: "clientServiceReplace",
  summary: "Replace a service for customers",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PUT", path: "/api/v1/client/services/{service_id}" },
  input: Type.Object({
    service_id: Ref("service"),
    active_from: Type.Optional({
      ...CalendarDate,
      description: "In effect from this date; today if absent.",
    }),
    ...definitionMembers,
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), service: Service }),

  async run(context, { service_id, active_from = getToday(context), ...input }) {
    const { expectVersion } = context;
    const stored_service = await getStoredService(context, service_id, "for update of s");
    const { newest, active_version } = stored_service;
    expectVersion(newest.version);
    const definition = pickDefinition(input);
    await checkDefinition(context, { ...newest, definition });
    const { version } = await CustomerService.change(context, newest, {});
    const service = { ...newest, version, active_from, definition };
    await insertServiceVersion(context, service);
    return {
      result: true,
      version,
      service: toService(service, findActiveVersion(context, service, active_version)),
    };
  },
});

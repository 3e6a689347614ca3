/** Services of the business in their newest versions, by kind and code. */

import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { getToday, type StoredRow, selectServices, toService } from "../records/service.ts";
import { SERVICE_KINDS, Service } from "../shapes.ts";

export const listClientServices = defineList({
  name: "clientServices",
  summary: "List services for customers",
  access: { scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/services" },
  filters: { kind: filter(StringEnum(SERVICE_KINDS)) },
  rows: { services: Type.Array(Service) },
  from: "customer_service s",
  select: selectServices("$today"),
  order: "s.kind, s.code",
  values: (context) => ({ today: getToday(context) }),
  build: ({ active_version, ...newest }: StoredRow) => toService(newest, active_version),
});

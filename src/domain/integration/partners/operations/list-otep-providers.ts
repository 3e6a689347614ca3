/** Providers of tracking events of this business, revoked ones included. Never returns secrets. */
import Type from "typebox";
import { defineList } from "#operation/define/list.ts";
import { PARTNER_COLUMNS, Partner, type PartnerRecord } from "../partners.ts";

export const listOtepProviders = defineList({
  name: "otepProviders",
  summary: "List providers of tracking events",
  access: { roles: ["client_admin"], scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/otep/providers" },
  rows: { providers: Type.Array(Partner, { description: "Oldest first." }) },
  from: "partner",
  columns: PARTNER_COLUMNS,
  order: "id",
  build: (row: PartnerRecord) => row,
});

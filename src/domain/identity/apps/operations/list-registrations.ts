/** Registrations through the client's apps, newest first. Source: our choice. */
import Type from "typebox";
import { defineList, indexed } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { byId } from "#vocabulary/cursor-page.ts";
import {
  AppRegistration,
  REGISTRATION_COLUMNS,
  REGISTRATION_FROM,
  REGISTRATION_STATES,
} from "../records/app-registration.ts";

export const listRegistrations = defineList({
  name: "clientAppRegistrations",
  summary: "List registrations through apps",
  access: { roles: ["client_admin"], scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/app-registrations" },
  filters: { state: indexed(StringEnum(REGISTRATION_STATES)) },
  rows: { registrations: Type.Array(AppRegistration) },
  from: "app_registration r",
  select: `select ${REGISTRATION_COLUMNS} from ${REGISTRATION_FROM}`,
  order: byId("r.id"),
});

/** Apps that the platform assigned to this client, by code. Source: our choice. */

import Type from "typebox";
import { defineList } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { getDisplayName } from "../app.ts";
import { APP_TYPES } from "../capabilities.ts";
import { type AppRow, SELECT_APP } from "../records/app-assignment.ts";

export const listClientApps = defineList({
  name: "clientApps",
  summary: "List own apps",
  access: { roles: ["client_admin"], scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/apps" },
  rows: {
    apps: Type.Array(
      Type.Object({
        app_code: Type.String(),
        app_name: Type.String(),
        app_type: StringEnum(APP_TYPES),
        display_name: Type.String(),
        is_available: Type.Boolean(),
        configuration_version: Type.Integer(),
      }),
    ),
  },
  from: "app_assignment g",
  select: SELECT_APP,
  order: "p.code",
  build: (app: AppRow) => ({
    app_code: app.app_code,
    app_name: app.app_name,
    app_type: app.app_type,
    display_name: getDisplayName(app),
    is_available: app.app_status === "active" && app.status === "active",
    configuration_version: app.configuration_version,
  }),
});

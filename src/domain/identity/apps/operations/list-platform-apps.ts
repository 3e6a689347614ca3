/** Apps of the installation, by code. Source: our choice. */
import Type from "typebox";
import { defineList } from "#operation/define/list.ts";
import { buildPlatformApp, PlatformApp } from "../platform-shapes.ts";
import { PLATFORM_APP_COLUMNS, type PlatformAppRow } from "../records/platform-app.ts";

export const listPlatformApps = defineList({
  name: "platformApps",
  summary: "List apps",
  access: { roles: ["platform_admin"], scopes: ["platform:admin"] },
  rest: { method: "GET", path: "/api/v1/platform/apps" },
  rows: { apps: Type.Array(PlatformApp) },
  from: "platform_app p",
  columns: PLATFORM_APP_COLUMNS,
  business: null,
  order: "p.code",
  build: (row: PlatformAppRow, context) => buildPlatformApp(row, context),
});

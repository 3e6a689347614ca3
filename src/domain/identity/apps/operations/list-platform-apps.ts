/** Apps of the installation, by code. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { buildPlatformApp, PlatformApp } from "../platform-shapes.ts";
import { type PlatformAppRow, SELECT_PLATFORM_APPS } from "../records/platform-app.ts";

export const listPlatformApps = defineOperation({
  name: "platformApps",
  summary: "List apps",
  effect: "read",
  access: { roles: ["platform_admin"], scopes: ["platform:admin"] },
  rest: { method: "GET", path: "/api/v1/platform/apps" },
  input: Type.Object(PageInput),
  output: Type.Object({ ...PageOutput, apps: Type.Array(PlatformApp) }),

  async run(context, input) {
    const { db } = context;
    const { page, per_page, offset } = readPaging(input);
    const [rows, counted] = await Promise.all([
      db.rows<PlatformAppRow>(`${SELECT_PLATFORM_APPS} order by p.code limit $1 offset $2`, [
        per_page,
        offset,
      ]),
      db.row<{ n: number }>("select count(*) as n from platform_app"),
    ]);
    return {
      result: true,
      total: counted?.n ?? 0,
      page,
      per_page,
      apps: rows.map((row) => buildPlatformApp(row, context)),
    };
  },
});

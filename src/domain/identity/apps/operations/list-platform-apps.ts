/** Apps of the installation, by code. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import {
  buildPlatformApp,
  PLATFORM_APP_COLUMNS,
  PlatformApp,
  type PlatformAppRow,
} from "../platform-shapes.ts";

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
      db.rows<PlatformAppRow>(
        `select ${PLATFORM_APP_COLUMNS} from platform_app p order by p.code limit $1 offset $2`,
        [per_page, offset],
      ),
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

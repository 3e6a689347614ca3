/** Apps that the platform assigned to this client, by code. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { getDisplayName } from "../app.ts";
import { APP_TYPES } from "../capabilities.ts";
import { type AppRow, SELECT_APP } from "../records/app-assignment.ts";

export const listClientApps = defineOperation({
  name: "clientApps",
  summary: "List own apps",
  effect: "read",
  access: { roles: ["client_admin"], scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/apps" },
  input: Type.Object(PageInput),
  output: Type.Object({
    ...PageOutput,
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
  }),

  async run({ db, business_id }, input) {
    const { page, per_page, offset } = readPaging(input);
    const [rows, counted] = await Promise.all([
      db.rows<AppRow>(`${SELECT_APP} order by p.code limit $2 offset $3`, [business_id, per_page, offset]),
      db.row<{ n: number }>("select count(*) as n from app_assignment where business_id = $1", [business_id]),
    ]);
    return {
      result: true,
      total: counted?.n ?? 0,
      page,
      per_page,
      apps: rows.map((app) => ({
        app_code: app.app_code,
        app_name: app.app_name,
        app_type: app.app_type,
        display_name: getDisplayName(app),
        is_available: app.app_status === "active" && app.status === "active",
        configuration_version: app.configuration_version,
      })),
    };
  },
});

/** Clients that an app is assigned to, by code. Source: our choice. */
import Type from "typebox";
import { defineList, required } from "#operation/define/list.ts";
import { messages } from "../messages.ts";
import { AppAssignment, ASSIGNMENT_COLUMNS, ASSIGNMENT_FROM } from "../platform-shapes.ts";

export const listAssignments = defineList({
  name: "platformAppAssignments",
  summary: "List clients of an app",
  access: { roles: ["platform_admin"], scopes: ["platform:admin"] },
  rest: { method: "GET", path: "/api/v1/platform/apps/{code}/assignments" },
  within: { code: required(Type.String({ minLength: 1, maxLength: 40 }), "g.app_id = $app_id") },
  rows: { assignments: Type.Array(AppAssignment) },
  from: "app_assignment g",
  select: `select ${ASSIGNMENT_COLUMNS} from ${ASSIGNMENT_FROM}`,
  business: null,
  order: "b.code",
  async values({ db, refuse }, { code }) {
    const app = await db.row<{ id: number }>("select id from platform_app where code = $1", [code]);
    if (app === undefined) throw refuse("not_found", { message: messages.no_app, values: { code } });
    return { app_id: app.id };
  },
});

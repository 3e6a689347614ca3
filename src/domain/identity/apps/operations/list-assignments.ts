/** Clients that an app is assigned to, by code. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { AppAssignment, ASSIGNMENT_COLUMNS, ASSIGNMENT_FROM } from "../platform-shapes.ts";

export const listAssignments = defineOperation({
  name: "platformAppAssignments",
  summary: "List clients of an app",
  effect: "read",
  access: { roles: ["platform_admin"], scopes: ["platform:admin"] },
  rest: { method: "GET", path: "/api/v1/platform/apps/{code}/assignments" },
  input: Type.Object({ code: Type.String({ minLength: 1, maxLength: 40 }), ...PageInput }),
  output: Type.Object({ ...PageOutput, assignments: Type.Array(AppAssignment) }),

  async run({ db, refuse }, { code, ...input }) {
    const { page, per_page, offset } = readPaging(input);
    const app = await db.row<{ id: number }>("select id from platform_app where code = $1", [code]);
    if (app === undefined) throw refuse("not_found", { message: `There is no app ${code}.` });
    const [assignments, counted] = await Promise.all([
      db.rows<AppAssignment>(
        `select ${ASSIGNMENT_COLUMNS} from ${ASSIGNMENT_FROM} where g.app_id = $1 order by b.code limit $2 offset $3`,
        [app.id, per_page, offset],
      ),
      db.row<{ n: number }>("select count(*) as n from app_assignment where app_id = $1", [app.id]),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, assignments };
  },
});

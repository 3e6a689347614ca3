/**
 * Sign out of an app: the token stops working and the session on this device ends.
 *
 * Source: docs/contract/rest.md, "Platform apps".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { appPath } from "../app.ts";
import { messages } from "../messages.ts";
import { endSession as end } from "../session.ts";

export const endSession = defineOperation({
  name: "appAuthLogout",
  summary: "Sign out of an app",
  access: { roles: TENANT_ROLES, scopes: [] },
  rest: { method: "POST", path: "/api/v1/apps/{appCode}/clients/{clientCode}/auth/logout" },
  localised: true,
  input: Type.Object(appPath),
  output: Type.Object({ result: Type.Boolean(), message: Type.String() }),
  refusals: { not_this_app: "forbidden" },

  async run(context, { appCode, clientCode }) {
    const { actor, business, db, business_id, refuse, say } = context;
    const session = await db.row<{ id: number }>(
      `select s.id from access_token t join app_session s on s.id = t.app_session_id and s.business_id = t.business_id
         join app_assignment g on g.business_id = s.business_id and g.id = s.assignment_id join platform_app p on p.id = g.app_id
        where t.id = $1 and t.business_id = $2 and p.code = $3 for update of s`,
      [actor.token_id, business_id, appCode],
    );
    if (session === undefined || business.code !== clientCode)
      throw refuse("not_this_app", { message: messages.not_this_app });
    await end(context, session.id, "signed_out");
    return { result: true, message: say(messages.signed_out) };
  },
});

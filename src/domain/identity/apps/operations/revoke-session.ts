/**
 * Sign a device out of an app, from anywhere. API tokens may not; an app session may end any session of its person,
 * including itself. Source: our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { endSession } from "../session.ts";

export const revokeSession = defineOperation({
  name: "userAppSessionRevoke",
  summary: "Sign a device out of an app",
  access: { roles: TENANT_ROLES, scopes: [] },
  rest: { method: "DELETE", path: "/api/v1/user/app-sessions/{session_id}" },
  needs_sign_in: true,
  never_queued: true,
  input: Type.Object({ session_id: Ref("app_session") }),
  output: Type.Object({ result: Type.Boolean(), session_id: Ref("app_session") }),

  async run(context, { session_id }) {
    const { actor, db, business_id, refuse } = context;
    const session = await db.row(
      "select id from app_session where business_id = $1 and account_id = $2 and id = $3 for update",
      [business_id, actor.account_id, session_id],
    );
    if (session === undefined || !(await endSession(context, session_id, "revoked")))
      throw refuse("not_found", { message: messages.no_own_session, values: { id: session_id } });
    return { result: true, session_id };
  },
});

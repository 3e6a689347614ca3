/** Sign out: the token of this request stops working at once. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { ROLES } from "#vocabulary/roles.ts";
import { lockAccounts } from "../lock.ts";

export const logout = defineOperation({
  name: "userLogout",
  summary: "Sign out",
  access: { roles: ROLES, scopes: [] },
  rest: { method: "POST", path: "/api/v1/user/logout", session: "ends" },
  output: Type.Object({ result: Type.Boolean(), message: Type.String() }),

  async run({ actor, db, now, emit, clearCallerCache }) {
    await lockAccounts(db, [actor.account_id]);
    await db.execute("update access_token set revoked_at = $2 where id = $1", [actor.token_id, now]);
    emit({ subject: { type: "account", id: actor.account_id ?? 0 }, kind: "account.signed_out" });
    clearCallerCache();
    return { result: true, message: "Signed out." };
  },
});

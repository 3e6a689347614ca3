/**
 * Revoke one of the caller's own tokens: it stops working at once. An API token may only revoke itself. Source: our
 * choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";

export const revokeToken = defineOperation({
  name: "userTokenRevoke",
  summary: "Revoke own token",
  access: { roles: ROLES, scopes: [] },
  rest: { method: "DELETE", path: "/api/v1/user/tokens/{token_id}" },
  needs_sign_in: ({ token_id }, actor) => token_id !== actor.token_id,
  never_queued: true,
  input: Type.Object({ token_id: Ref("token") }),
  output: Type.Object({ result: Type.Boolean(), token_id: Ref("token") }),

  async run(context, { token_id }) {
    const { actor, db, now, emit, refuse, clearCallerCache } = context;
    const revoked = await db.row<{ id: number }>(
      "update access_token set revoked_at = $3 where account_id = $1 and id = $2 and revoked_at is null returning id",
      [actor.account_id, token_id, now],
    );
    if (revoked === undefined)
      throw refuse("not_found", { message: messages.no_token, values: { id: token_id } });
    emit({
      subject: { type: "token", id: token_id },
      business_id: actor.business_id,
      kind: "token.revoked",
      payload: { account_id: actor.account_id },
    });
    clearCallerCache();
    return { result: true, token_id };
  },
});

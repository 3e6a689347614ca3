/**
 * Remove an identity from one's own account: it no longer signs in. Requires an interactive sign-in. Source: our
 * choice.
 */
import Type from "typebox";
import { lockAccounts } from "#domain/identity/accounts/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { removeFromDirectory } from "#operation/records/directory.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { hashIdentity } from "../records/identity-binding.ts";

export const removeIdentity = defineOperation({
  name: "userIdentityRemove",
  summary: "Remove an identity from the own account",
  access: { roles: TENANT_ROLES, scopes: [] },
  rest: { method: "DELETE", path: "/api/v1/user/identities/{identity_id}" },
  needs_sign_in: true,
  never_queued: true,
  input: Type.Object({ identity_id: Ref("identity") }),
  output: Type.Object({ result: Type.Boolean(), identity_id: Ref("identity") }),

  async run(context, { identity_id }) {
    const { actor, db, business_id, emit, refuse } = context;
    await lockAccounts(db, [actor.account_id]);
    const removed_identity = await db.row<{ issuer: string; subject: string }>(
      "delete from identity_binding where business_id = $1 and account_id = $2 and id = $3 returning issuer, subject",
      [business_id, actor.account_id, identity_id],
    );
    if (removed_identity === undefined)
      throw refuse("not_found", { message: messages.no_own_identity, values: { id: identity_id } });
    await removeFromDirectory(context, "identity_binding", [hashIdentity(removed_identity)]);
    emit({
      subject: { type: "account", id: actor.account_id ?? 0 },
      kind: "account.identity_removed",
      payload: { issuer: removed_identity.issuer },
    });
    return { result: true, identity_id };
  },
});

/**
 * Set a new password with the token of a link. The token works once, until it expires, and the new password signs the
 * account out everywhere, API tokens included: a person who lost a password may have lost those too.
 *
 * Source: our choice.
 */

import Type from "typebox";
import { ACCOUNT_AND_BUSINESS } from "#operation/caller/people.ts";
import { defineOperation } from "#operation/define/define.ts";
import { hashPassword, hashToken } from "#platform/auth/secrets.ts";
import { NewPassword } from "../basics.ts";
import { messages } from "../messages.ts";
import { recordUnlock } from "../sign-in.ts";

interface RedeemedLink {
  account_id: number;
  business_id: number | null;
}

export const resetPassword = defineOperation({
  name: "userPasswordReset",
  summary: "Set a new password with a link",
  access: { public: true, ignores_token: true },
  cross_tenant: true,
  rest: { method: "POST", path: "/api/v1/user/password/reset" },
  input: Type.Object({
    token: Type.String({ minLength: 1, maxLength: 200, "x-secret": true }),
    password: NewPassword,
  }),
  output: Type.Object({ result: Type.Boolean(), message: Type.String() }),
  refusals: { reset_invalid: "invalid" },

  async prepare({ db, now, refuse }, { token, password }) {
    const usableLink = await db.row(
      "select 1 as good from password_reset where token_hash = $1 and used_at is null and expires_at > $2",
      [hashToken(token), now],
    );
    if (usableLink === undefined) throw refuse("reset_invalid", { message: messages.reset_invalid });
    return hashPassword(password);
  },

  async run(context, { token }, password_hash) {
    const { db, now, emit, refuse, clearCallerCache } = context;
    const opened = await db.row<RedeemedLink>(
      `update password_reset r set used_at = $2
         from ${ACCOUNT_AND_BUSINESS}
        where r.token_hash = $1 and r.used_at is null and r.expires_at > $2 and a.id = r.account_id
          and a.status in ('active', 'invited') and coalesce(b.status, 'active') = 'active'
       returning a.id as account_id, a.business_id`,
      [hashToken(token), now],
    );
    if (opened === undefined) throw refuse("reset_invalid", { message: messages.reset_invalid });
    const { account_id, business_id } = opened;
    await Promise.all([
      db.execute(
        `update account set password_hash = $2, status = 'active', failed_sign_ins = 0, locked_until = null,
           version = version + 1 where id = $1`,
        [account_id, password_hash],
      ),
      db.execute("update access_token set revoked_at = $2 where account_id = $1 and revoked_at is null", [
        account_id,
        now,
      ]),
      db.execute("delete from password_reset where account_id = $1 and used_at is null", [account_id]),
      recordUnlock(context, account_id),
    ]);
    emit({
      subject: { type: "account", id: account_id },
      business_id: business_id ?? 0,
      kind: "account.password_reset",
    });
    clearCallerCache();
    return { result: true, message: "The password is set; sign in with it." };
  },
});

/**
 * Change one's own profile or password.
 *
 * A new password needs the current one, and ends every other sign-in of the account and its API tokens, unless the
 * caller keeps the tokens. Wrong current passwords lock this for a while, for the sign-in that sends them. Source: our
 * choice.
 */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { hashPassword } from "#platform/auth/secrets.ts";
import { parseE164 } from "#vocabulary/phone.ts";
import { ROLES } from "#vocabulary/roles.ts";
import { Locale, Name, NewPassword, Phone } from "../basics.ts";
import { messages } from "../messages.ts";
import { checkOwnPassword, OWN_PASSWORD_REFUSALS } from "../own-password.ts";
import { recordUnlock } from "../sign-in.ts";

interface OwnAccount {
  name: string;
  locale: string;
  phone_e164: string | null;
}

export const updateMe = defineOperation({
  name: "userMeUpdate",
  summary: "Update own profile",
  access: { roles: ROLES, scopes: [] },
  rest: { method: "PATCH", path: "/api/v1/user/me" },
  checks_idempotency_first: true,
  needs_sign_in: true,
  never_queued: true,
  input: Type.Object({
    name: Type.Optional(Name),
    locale: Type.Optional(Locale),
    phone: Type.Optional(Phone),
    current_password: Type.Optional(Type.String({ minLength: 1, maxLength: 200, "x-secret": true })),
    new_password: Type.Optional(NewPassword),
    keep_api_tokens: Type.Optional(
      Type.Boolean({ description: "With a new password: API tokens stay valid. By default they end." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    changed: Type.Array(Type.String(), { description: "Names of the members that changed." }),
    signed_out: Type.Integer({ description: "Number of other sign-ins that the new password ended." }),
    tokens_revoked: Type.Integer({ description: "Number of API tokens that the new password ended." }),
  }),
  refusals: { ...OWN_PASSWORD_REFUSALS, invalid_phone: "invalid" },

  async prepare(context, input) {
    return input.new_password === undefined
      ? null
      : hashNewPassword(context, input.current_password, input.new_password);
  },

  async run(context, input, password_hash) {
    const { actor, db, now, emit, clearCallerCache, refuse } = context;
    const account_id = actor.account_id ?? 0;
    const before = await db.row<OwnAccount>(
      "select name, locale, phone_e164 from account where id = $1 for update",
      [account_id],
    );
    if (before === undefined) throw refuse("not_found");
    let { phone_e164 } = before;
    if (input.phone !== undefined) {
      phone_e164 =
        input.phone.trim() === "" ? null : (parseE164(input.phone, actor.business?.country ?? "") ?? "");
      if (phone_e164 === "") {
        throw refuse("invalid_phone", {
          message: messages.telephone_not_valid,
          errors: [{ field: "phone", message: fields.telephone_number }],
        });
      }
    }
    const name = input.name?.trim() ?? before.name;
    const locale = input.locale ?? before.locale;
    const changed: string[] = [];
    if (name !== before.name) changed.push("name");
    if (locale !== before.locale) changed.push("locale");
    if (phone_e164 !== before.phone_e164) changed.push("phone");
    if (password_hash !== null) changed.push("password");
    let ended = { signed_out: 0, tokens_revoked: 0 };
    if (changed.length > 0) {
      await db.execute(
        `update account set name = $2, locale = $3, phone_e164 = $4, password_hash = coalesce($5, password_hash),
           phone_verified = phone_verified and phone_e164 is not distinct from $4, version = version + 1,
           failed_sign_ins = case when $5::text is null then failed_sign_ins else 0 end,
           locked_until = case when $5::text is null then locked_until end
         where id = $1`,
        [account_id, name, locale, phone_e164, password_hash],
      );
      if (password_hash !== null) {
        const counted = await db.row<typeof ended>(
          `with ended as (update access_token set revoked_at = $2
             where account_id = $1 and (kind in ('login', 'app') or not $4) and id <> $3 and revoked_at is null
             returning kind)
           select count(*) filter (where kind <> 'api') as signed_out,
             count(*) filter (where kind = 'api') as tokens_revoked from ended`,
          [account_id, now, actor.token_id, input.keep_api_tokens === true],
        );
        ended = counted ?? ended;
        await recordUnlock(context, account_id);
        await db.execute("delete from password_reset where account_id = $1 and used_at is null", [
          account_id,
        ]);
      }
      emit({
        subject: { type: "account", id: account_id },
        business_id: actor.business_id,
        kind: password_hash === null ? "account.updated" : "account.password_changed",
        payload: { changed, ...ended },
      });
      clearCallerCache();
    }
    return { result: true, changed, ...ended };
  },
});

/** Hashed before the transaction, because hashing is slow by design. */
async function hashNewPassword(
  context: Context<"wrong_password" | "account_locked">,
  current: string | undefined,
  next: string,
): Promise<string> {
  const { refuse } = context;
  if (current === undefined) {
    throw refuse("invalid_request", {
      message: messages.needs_current_password,
      errors: [{ field: "current_password", message: messages.required_with_new_password }],
    });
  }
  await checkOwnPassword(context, current);
  return hashPassword(next);
}

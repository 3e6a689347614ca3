/**
 * Change the name or the limits of one of the caller's own API tokens; null removes a limit. What the token may do stays:
 * for that, create another.
 *
 * An API token cannot change limits, its own neither. Source: our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { buildToken, TOKEN_CAPS, TOKEN_COLUMNS, Token, type TokenRow } from "../tokens.ts";

export const updateToken = defineOperation({
  name: "userTokenUpdate",
  summary: "Update the limits of an own API token",
  access: { roles: ROLES, scopes: [] },
  rest: { method: "PATCH", path: "/api/v1/user/tokens/{token_id}" },
  needs_sign_in: true,
  never_queued: true,
  input: Type.Object({
    token_id: Ref("token"),
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, pattern: "\\S", description: "Purpose of the token." }),
    ),
    calls_per_minute: Type.Optional(Nullable(TOKEN_CAPS.calls_per_minute)),
    orders_per_day: Type.Optional(Nullable(TOKEN_CAPS.orders_per_day)),
    money_minor_per_day: Type.Optional(Nullable(TOKEN_CAPS.money_minor_per_day)),
  }),
  output: Type.Object({ result: Type.Boolean(), token: Token }),

  async run(context, { token_id, name, ...caps }) {
    const { actor, db, now, emit, refuse, clearCallerCache } = context;
    const before = await db.row<TokenRow>(
      `select ${TOKEN_COLUMNS} from access_token where account_id = $1 and id = $2 and kind = 'api' and revoked_at is null
         and (expires_at is null or greatest(expires_at, refreshable_until) > $3) for no key update`,
      [actor.account_id, token_id, now],
    );
    if (before === undefined)
      throw refuse("not_found", { message: messages.no_valid_token, values: { id: token_id } });
    const after = { ...before, ...caps, name: name?.trim() ?? before.name };
    await db.execute(
      `update access_token set name = $2, calls_per_minute = $3, orders_per_day = $4, money_minor_per_day = $5 where id = $1`,
      [token_id, after.name, after.calls_per_minute, after.orders_per_day, after.money_minor_per_day],
    );
    const { calls_per_minute, orders_per_day, money_minor_per_day } = after;
    emit({
      subject: { type: "token", id: token_id },
      business_id: actor.business_id,
      kind: "token.updated",
      payload: { account_id: actor.account_id, calls_per_minute, orders_per_day, money_minor_per_day },
    });
    clearCallerCache();
    return { result: true, token: buildToken(after, actor.token_id) };
  },
});

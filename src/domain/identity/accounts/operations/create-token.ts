/**
 * Create an API token for a program or an agent. The token itself is shown only in this response.
 *
 * Its profile is `ops-readonly` unless a profile or scopes are requested; it never has more scopes than the account.
 * Only the service's clock decides whether it has expired; `expires_in_s` serves callers whose clock differs. Source:
 * docs/contract/mcp.md, "Profiles"; the rest is our choice.
 */
import Type from "typebox";
import { ScopeName } from "#operation/define/declared-names.ts";
import { defineOperation } from "#operation/define/define.ts";
import { generateToken } from "#platform/auth/secrets.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { ROLES } from "#vocabulary/roles.ts";
import { lockAccounts } from "../lock.ts";
import { messages } from "../messages.ts";
import {
  buildToken,
  decideGrant,
  PROFILE_NAMES,
  TOKEN_CAPS,
  TOKEN_COLUMNS,
  Token,
  type TokenRow,
} from "../tokens.ts";

export const TOKENS_MAX = 100;
const TTL_S = 365 * 24 * 3600;
const TTL_MAX_S = 5 * TTL_S;

export const createToken = defineOperation({
  name: "userTokenCreate",
  summary: "Create an API token",
  access: { roles: ROLES, scopes: [] },
  rest: { method: "POST", path: "/api/v1/user/tokens", status: 201 },
  secret_answer: true,
  needs_sign_in: true,
  never_queued: true,
  input: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 100, pattern: "\\S", description: "Purpose of the token." }),
    profile: Type.Optional(StringEnum(PROFILE_NAMES)),
    scopes: Type.Optional(Type.Array(ScopeName, { minItems: 1, maxItems: 100 })),
    expires_at: Type.Optional(
      Type.String({
        format: "date-time",
        maxLength: 40,
        description: "One year from now by default, at most five.",
      }),
    ),
    calls_per_minute: Type.Optional(TOKEN_CAPS.calls_per_minute),
    orders_per_day: Type.Optional(TOKEN_CAPS.orders_per_day),
    money_minor_per_day: Type.Optional(TOKEN_CAPS.money_minor_per_day),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    access_token: Type.String({ "x-secret": true, description: "Shown once." }),
    token_type: Type.Literal("Bearer"),
    expires_in_s: Type.Integer(),
    token: Token,
  }),
  refusals: { scope_too_wide: "invalid", too_many_tokens: "conflict" },

  async run(
    context,
    { name, profile, scopes, expires_at, calls_per_minute, orders_per_day, money_minor_per_day },
  ) {
    const { actor, db, now, emit, refuse } = context;
    const grant = decideGrant(context.scopes, profile, scopes, actor.permissions);
    if ("too_wide" in grant) {
      throw refuse("scope_too_wide", {
        message: messages.scope_too_wide,
        values: { scopes: grant.too_wide.join(", ") },
        errors: [{ field: "scopes", message: messages.within_permissions }],
      });
    }
    const ends = expires_at === undefined ? new Date(now.getTime() + TTL_S * 1000) : new Date(expires_at);
    const life_s = Math.floor((ends.getTime() - now.getTime()) / 1000);
    if (!(life_s > 0 && life_s <= TTL_MAX_S)) {
      throw refuse("invalid_request", {
        message: messages.token_life,
        values: { now: now.toISOString() },
        errors: [{ field: "expires_at", message: messages.within_five_years }],
      });
    }
    // Locking the account's row serialises the creation of its tokens, so that the limit holds.
    await lockAccounts(db, [actor.account_id]);
    const live_tokens = await db.row<{ n: number }>(
      `select count(*) as n from access_token where account_id = $1 and kind = 'api' and revoked_at is null
         and (expires_at is null or expires_at > $2)`,
      [actor.account_id, now],
    );
    if ((live_tokens?.n ?? 0) >= TOKENS_MAX) {
      throw refuse("too_many_tokens", { message: messages.too_many_tokens, values: { most: TOKENS_MAX } });
    }
    const { token, token_hash } = generateToken();
    const row = await db.row<TokenRow>(
      `insert into access_token (business_id, account_id, token_hash, kind, name, profile, scopes, calls_per_minute,
         orders_per_day, money_minor_per_day, created_at, expires_at)
       values ($1, $2, $3, 'api', $4, $5, $6, $7, $8, $9, $10, $11) returning ${TOKEN_COLUMNS}`,
      [
        actor.business_id === 0 ? null : actor.business_id,
        actor.account_id,
        token_hash,
        name.trim(),
        grant.profile,
        grant.scopes,
        calls_per_minute ?? null,
        orders_per_day ?? null,
        money_minor_per_day ?? null,
        now,
        ends,
      ],
    );
    if (row === undefined) throw new Error("A token that was inserted has a row.");
    emit({
      subject: { type: "token", id: row.id, is_new: true },
      business_id: actor.business_id,
      kind: "token.created",
      payload: {
        account_id: actor.account_id,
        profile: grant.profile,
        scopes: grant.scopes,
        expires_at: row.expires_at,
      },
    });
    return {
      result: true,
      access_token: token,
      token_type: "Bearer" as const,
      expires_in_s: life_s,
      token: buildToken(row, actor.token_id),
    };
  },
});

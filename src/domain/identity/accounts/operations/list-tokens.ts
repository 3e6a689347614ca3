/**
 * The caller's own tokens that are still valid, newest first: API tokens, sign-ins and app sessions. Source: our
 * choice.
 */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { ROLES } from "#vocabulary/roles.ts";
import { buildToken, TOKEN_COLUMNS, Token, type TokenRow } from "../tokens.ts";

export const listTokens = defineList({
  name: "userTokens",
  summary: "List own tokens",
  access: { roles: ROLES, scopes: [] },
  rest: { method: "GET", path: "/api/v1/user/tokens" },
  filters: { kind: filter(StringEnum(["login", "api", "app"])) },
  rows: { tokens: Type.Array(Token) },
  from: "access_token",
  columns: TOKEN_COLUMNS,
  business: null,
  where: [
    "account_id = $account_id",
    "revoked_at is null",
    "expires_at is null or greatest(expires_at, refreshable_until) > $now",
  ],
  order: "id desc",
  values: ({ actor, now }) => ({ account_id: actor.account_id, now }),
  build: (row: TokenRow, { actor }) => buildToken(row, actor.token_id),
});

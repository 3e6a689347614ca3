/**
 * The caller's own tokens that are still valid, newest first: API tokens, sign-ins and app sessions. Source: our
 * choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { ROLES } from "#vocabulary/roles.ts";
import { buildToken, TOKEN_COLUMNS, Token, type TokenRow } from "../tokens.ts";

const LIVE = `account_id = $1 and revoked_at is null and (expires_at is null or greatest(expires_at, refreshable_until) > $2)
  and ($3::text is null or kind = $3)`;

export const listTokens = defineOperation({
  name: "userTokens",
  summary: "List own tokens",
  effect: "read",
  access: { roles: ROLES, scopes: [] },
  rest: { method: "GET", path: "/api/v1/user/tokens" },
  input: Type.Object({ ...PageInput, kind: Type.Optional(StringEnum(["login", "api", "app"])) }),
  output: Type.Object({ ...PageOutput, tokens: Type.Array(Token) }),

  async run({ actor, db, now }, input) {
    const { page, per_page, offset } = readPaging(input);
    const values = [actor.account_id, now, input.kind ?? null];
    const [rows, counted] = await Promise.all([
      db.rows<TokenRow>(
        `select ${TOKEN_COLUMNS} from access_token where ${LIVE} order by id desc limit $4 offset $5`,
        [...values, per_page, offset],
      ),
      db.row<{ n: number }>(`select count(*) as n from access_token where ${LIVE}`, values),
    ]);
    return {
      result: true,
      total: counted?.n ?? 0,
      page,
      per_page,
      tokens: rows.map((row) => buildToken(row, actor.token_id)),
    };
  },
});

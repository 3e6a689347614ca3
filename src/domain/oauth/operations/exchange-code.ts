/**
 * Exchange an authorization code for a token: once, by the client it was made for, with the verifier.
 *
 * Source: RFC 6749, sections 4.1.3 and 5; RFC 7636, section 4.6.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { hashToken, newToken } from "#platform/auth/secrets.ts";
import { clientIdHash } from "../client.ts";
import { inWordsOfOauth } from "../refusals.ts";
import { challengeFits } from "../rules.ts";

const TOKEN_LIFE_S = 30 * 24 * 3600;

interface CodeRow {
  id: number;
  business_id: number;
  account_id: number;
  client_id_hash: Buffer;
  client_name: string;
  redirect_uri: string;
  code_challenge: string;
  profile: string | null;
  scopes: string[] | null;
  expires_at: string;
  used_at: string | null;
  account_status: string;
}

const text = (max: number) => Type.Optional(Type.String({ maxLength: max, "x-secret": true }));

export const exchangeCode = defineOperation({
  name: "oauthToken",
  summary: "Exchange an authorization code for a token",
  effect: "write",
  access: { public: true, ignores_token: true },
  rest: { method: "POST", path: "/oauth/token", oauth: "token" },
  secret_answer: true,
  across: true,
  // Members that we do not know are left aside, as RFC 6749 wants.
  input: Type.Object(
    {
      grant_type: Type.Optional(Type.String({ maxLength: 100, description: "authorization_code" })),
      code: text(200),
      redirect_uri: Type.Optional(Type.String({ maxLength: 300 })),
      client_id: Type.Optional(Type.String({ maxLength: 3000 })),
      code_verifier: text(200),
    },
    { additionalProperties: true },
  ),
  output: Type.Object({
    access_token: Type.String({ "x-secret": true }),
    token_type: Type.Literal("Bearer"),
    expires_in: Type.Integer({ description: "Seconds." }),
    scope: Type.Optional(
      Type.String({ description: "Absent when the token may do all that the account may." }),
    ),
  }),
  refusals: {
    malformed_request: "bad_request",
    unsupported_grant_type: "bad_request",
    invalid_grant: "bad_request",
  },

  async run({ db, now, emit, refuse }, { grant_type, code, redirect_uri, client_id, code_verifier }) {
    if (grant_type !== undefined && grant_type !== "authorization_code") {
      throw refuse(
        "unsupported_grant_type",
        inWordsOfOauth("unsupported_grant_type", "Only authorization_code is supported."),
      );
    }
    if (!grant_type || !code || !redirect_uri || !client_id || !code_verifier) {
      throw refuse(
        "malformed_request",
        inWordsOfOauth(
          "invalid_request",
          "grant_type, code, redirect_uri, client_id and code_verifier are required.",
        ),
      );
    }
    const row = await db.row<CodeRow>(
      `select c.id, c.business_id, c.account_id, c.client_id_hash, c.client_name, c.redirect_uri, c.code_challenge,
         c.profile, c.scopes, c.expires_at, c.used_at, a.status as account_status
       from oauth_code c join account a on a.id = c.account_id where c.code_hash = $1 for update of c`,
      [hashToken(code)],
    );
    const fits =
      row !== undefined &&
      row.used_at === null &&
      Date.parse(row.expires_at) > now.getTime() &&
      row.account_status === "active" &&
      row.redirect_uri === redirect_uri &&
      row.client_id_hash.equals(clientIdHash(client_id)) &&
      challengeFits(code_verifier, row.code_challenge);
    if (!fits) {
      throw refuse(
        "invalid_grant",
        inWordsOfOauth(
          "invalid_grant",
          "The code is unknown, used, expired, or was made for another client, address or verifier.",
        ),
      );
    }

    const { token, token_hash } = newToken();
    const [made] = await Promise.all([
      db.row<{ id: number }>(
        `insert into access_token (business_id, account_id, token_hash, kind, name, profile, scopes, created_at, expires_at)
         values ($1, $2, $3, 'api', $4, $5, $6, $7, $8) returning id`,
        [
          row.business_id,
          row.account_id,
          token_hash,
          row.client_name,
          row.profile,
          row.scopes,
          now,
          new Date(now.getTime() + TOKEN_LIFE_S * 1000),
        ],
      ),
      db.execute("update oauth_code set used_at = $2 where id = $1", [row.id, now]),
    ]);
    emit({
      subject: { type: "token", id: made?.id ?? 0, first: true },
      business_id: row.business_id,
      kind: "token.created",
      payload: {
        account_id: row.account_id,
        profile: row.profile,
        scopes: row.scopes,
        oauth_code_id: row.id,
      },
    });
    return {
      access_token: token,
      token_type: "Bearer",
      expires_in: TOKEN_LIFE_S,
      ...(row.scopes === null ? {} : { scope: row.scopes.join(" ") }),
    };
  },
});

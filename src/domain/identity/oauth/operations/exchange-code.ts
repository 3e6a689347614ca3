/**
 * Exchange an authorization code for a token: once, by the client it was issued to, with the verifier.
 *
 * A code that is sent a second time may have been stolen, by the first sender or by the second: the token that it gave
 * is revoked.
 *
 * Source: RFC 6749, sections 4.1.2, 4.1.3 and 5; RFC 7636, section 4.6.
 */

import Type from "typebox";
import { insertToken, revokeToken } from "#domain/identity/accounts/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { generateToken, hashToken } from "#platform/auth/secrets.ts";
import { hashClientId } from "../client.ts";
import { buildOauthError } from "../refusals.ts";
import { challengeFits } from "../rules.ts";

const TOKEN_TTL_S = 30 * 24 * 3600;

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
  token_id: number | null;
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
  cross_tenant: true,
  // Unknown members are ignored, as RFC 6749 requires.
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
    scope: Type.Optional(Type.String({ description: "Absent if the token has every scope of the account." })),
  }),
  refusals: {
    malformed_request: "bad_request",
    unsupported_grant_type: "bad_request",
    invalid_grant: "bad_request",
  },

  async run(
    { db, now, emit, refuse, forgetCallers },
    { grant_type, code, redirect_uri, client_id, code_verifier },
  ) {
    if (grant_type !== undefined && grant_type !== "authorization_code") {
      throw refuse(
        "unsupported_grant_type",
        buildOauthError("unsupported_grant_type", "Only authorization_code is supported."),
      );
    }
    if (!grant_type || !code || !redirect_uri || !client_id || !code_verifier) {
      throw refuse(
        "malformed_request",
        buildOauthError(
          "invalid_request",
          "grant_type, code, redirect_uri, client_id and code_verifier are required.",
        ),
      );
    }
    const row = await db.row<CodeRow>(
      `select c.id, c.business_id, c.account_id, c.client_id_hash, c.client_name, c.redirect_uri, c.code_challenge,
         c.profile, c.scopes, c.expires_at, c.used_at, c.token_id, a.status as account_status
       from oauth_code c join account a on a.id = c.account_id where c.code_hash = $1 for update of c`,
      [hashToken(code)],
    );
    const invalidGrant = () =>
      refuse(
        "invalid_grant",
        buildOauthError(
          "invalid_grant",
          "The code is unknown, used, expired, or was made for another client, address or verifier.",
        ),
      );
    if (row?.used_at) {
      if (await revokeToken(db, row.token_id, now)) {
        emit({
          subject: { type: "token", id: row.token_id ?? 0 },
          business_id: row.business_id,
          kind: "token.revoked",
          payload: { account_id: row.account_id, oauth_code_id: row.id },
        });
        forgetCallers();
      }
      // Returned, not thrown: the revocation is committed although the request is refused.
      return invalidGrant();
    }
    const is_valid =
      row !== undefined &&
      Date.parse(row.expires_at) > now.getTime() &&
      row.account_status === "active" &&
      row.redirect_uri === redirect_uri &&
      row.client_id_hash.equals(hashClientId(client_id)) &&
      challengeFits(code_verifier, row.code_challenge);
    if (!is_valid) throw invalidGrant();

    const { token, token_hash } = generateToken();
    const token_id = await insertToken(db, {
      business_id: row.business_id,
      account_id: row.account_id,
      token_hash,
      kind: "api",
      name: row.client_name,
      profile: row.profile,
      scopes: row.scopes,
      created_at: now,
      expires_at: new Date(now.getTime() + TOKEN_TTL_S * 1000),
    });
    await db.execute("update oauth_code set used_at = $2, token_id = $3 where id = $1", [
      row.id,
      now,
      token_id,
    ]);
    emit({
      subject: { type: "token", id: token_id, is_new: true },
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
      expires_in: TOKEN_TTL_S,
      ...(row.scopes === null ? {} : { scope: row.scopes.join(" ") }),
    };
  },
});

/**
 * End an authorization: a client that signs out revokes its token, with every refresh token of it.
 *
 * Either of its tokens may be sent. An unknown token is answered like a revoked one, as the RFC requires. Source: RFC 7009.
 */
import Type from "typebox";
import { revokeToken } from "#domain/identity/accounts/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { hashToken } from "#platform/auth/secrets.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { hashClientId } from "../client.ts";
import { buildOauthError, errors } from "../refusals.ts";

interface TokenRow {
  id: number;
  business_id: number;
  account_id: number;
  oauth_client_hash: Buffer | null;
}

export const revokeClientToken = defineOperation({
  name: "oauthRevoke",
  summary: "Revoke a token of an OAuth client",
  access: { public: true, ignores_token: true },
  rest: { method: "POST", path: "/oauth/revoke", oauth: "revocation" },
  cross_tenant: true,
  // Unknown members are ignored, as RFC 6749 requires.
  input: Type.Object(
    {
      token: Type.Optional(Type.String({ maxLength: 200, "x-secret": true })),
      token_type_hint: Type.Optional(
        Type.String({ maxLength: 100, description: "access_token or refresh_token; not needed." }),
      ),
      client_id: Type.Optional(NoRef("signed, and of no business", Type.String({ maxLength: 3000 }))),
    },
    { additionalProperties: true },
  ),
  output: Type.Object({ result: Type.Boolean() }),
  refusals: {
    malformed_request: "bad_request",
    invalid_grant: "bad_request",
    unsupported_token_type: "bad_request",
  },

  async run({ db, now, emit, refuse, clearCallerCache }, { token, client_id }) {
    if (!token || !client_id) {
      throw refuse("malformed_request", buildOauthError("invalid_request", errors.token_and_client));
    }
    const row = await db.row<TokenRow>(
      `select t.id, t.business_id, t.account_id, t.oauth_client_hash from access_token t
       where t.id = coalesce((select id from access_token where token_hash = $1),
         (select r.token_id from directory_entry d
           join oauth_refresh_token r on r.business_id = d.business_id and r.token_hash = $1
           where d.kind = 'oauth_refresh_token' and d.value_hash = $1)) for no key update`,
      [hashToken(token)],
    );
    if (row === undefined) return { result: true };
    if (row.oauth_client_hash === null) {
      throw refuse(
        "unsupported_token_type",
        buildOauthError("unsupported_token_type", errors.no_oauth_token),
      );
    }
    if (!row.oauth_client_hash.equals(hashClientId(client_id))) {
      throw refuse("invalid_grant", buildOauthError("invalid_grant", errors.token_of_other));
    }
    if (await revokeToken(db, row.id, now)) {
      emit({
        subject: { type: "token", id: row.id },
        business_id: row.business_id,
        kind: "token.revoked",
        payload: { account_id: row.account_id, reason: "revoked_by_client" },
      });
      clearCallerCache();
    }
    return { result: true };
  },
});

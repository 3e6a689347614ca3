/**
 * Agree that a client may act for the account: makes a code that lasts a minute and works once.
 *
 * Source: RFC 6749, section 4.1; RFC 7636; which scopes is our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { newToken } from "#platform/auth/secrets.ts";
import { Nullable, Words } from "#vocabulary/basics.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import {
  isScope,
  PROFILES,
  type ProfileName,
  SCOPES,
  type Scope,
  scopesOfProfile,
} from "#vocabulary/scopes.ts";
import { clientIdHash, clientOf } from "../client.ts";
import { isRegistered } from "../rules.ts";

export const CODE_LIFE_S = 60;

export const authorizeClient = defineOperation({
  name: "oauthAuthorize",
  summary: "Let a client act for the account",
  effect: "write",
  access: { roles: TENANT_ROLES, scopes: [] },
  rest: { method: "POST", path: "/api/v1/oauth/authorize" },
  secret_answer: true,
  input: Type.Object({
    client_id: Type.String({ minLength: 1, maxLength: 3000 }),
    redirect_uri: Type.String({ minLength: 1, maxLength: 300 }),
    code_challenge: Type.String({ pattern: "^[A-Za-z0-9_-]{43}$", description: "S256 of the verifier." }),
    scope: Type.Optional(
      Type.String({ maxLength: 2000, description: "What the client asked for, words with spaces between." }),
    ),
    profile: Type.Optional(
      Words(Object.keys(PROFILES) as ProfileName[], { description: "What the person chose instead." }),
    ),
    state: Type.Optional(Type.String({ maxLength: 2000 })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    redirect_to: Type.String({
      "x-secret": true,
      description: "The client's address with the code and the state.",
    }),
    scopes: Nullable(Type.Array(Type.String())),
    expires_in_s: Type.Integer(),
  }),
  refusals: { unknown_client: "bad_request", unknown_redirect: "bad_request", sign_in_required: "forbidden" },

  async run(context, { client_id, redirect_uri, code_challenge, scope, profile, state }) {
    const { actor, business_id, db, now, emit, refuse, settings } = context;
    const signed = await db.row<{ kind: string }>(
      "select kind from access_token where business_id = $1 and id = $2 and kind = 'login'",
      [business_id, actor.token_id],
    );
    if (signed === undefined) {
      throw refuse("sign_in_required", {
        message: "Only somebody who signed in may let a client in, not a token made for a program.",
      });
    }
    const client = clientOf(settings.secret_key, client_id);
    if (client === undefined)
      throw refuse("unknown_client", { message: "This client is not registered here." });
    if (!isRegistered(redirect_uri, client.redirect_uris)) {
      throw refuse("unknown_redirect", { message: "The client did not register this address." });
    }

    const grant = grantOf(scope, profile);
    const { token: code, token_hash: code_hash } = newToken();
    const expires_at = new Date(now.getTime() + CODE_LIFE_S * 1000);
    const [row] = await Promise.all([
      db.row<{ id: number }>(
        `insert into oauth_code (business_id, account_id, code_hash, client_id_hash, client_name, redirect_uri,
           code_challenge, profile, scopes, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
        [
          business_id,
          actor.account_id,
          code_hash,
          clientIdHash(client_id),
          client.name,
          redirect_uri,
          code_challenge,
          grant.profile,
          grant.scopes,
          now,
          expires_at,
        ],
      ),
      db.execute("delete from oauth_code where business_id = $1 and expires_at < $2", [
        business_id,
        new Date(now.getTime() - 24 * 3600_000),
      ]),
    ]);
    if (row === undefined) throw new Error("A code that was inserted has a row.");
    emit({
      subject: { type: "oauth_code", id: row.id, first: true },
      kind: "oauth.authorized",
      payload: { account_id: actor.account_id, profile: grant.profile, scopes: grant.scopes },
    });
    const redirect_to = new URL(redirect_uri);
    redirect_to.searchParams.set("code", code);
    if (state !== undefined) redirect_to.searchParams.set("state", state);
    redirect_to.searchParams.set("iss", settings.base_url);
    return { result: true, redirect_to: redirect_to.href, scopes: grant.scopes, expires_in_s: CODE_LIFE_S };
  },
});

/** What the person chose, else what was asked for, as far as we know the words; never nothing. */
function grantOf(
  scope: string | undefined,
  chosen: ProfileName | undefined,
): { profile: ProfileName | null; scopes: Scope[] | null } {
  const asked = (scope ?? "").split(/\s+/).filter(isScope);
  if (chosen === undefined && asked.length > 0) return { profile: null, scopes: [...new Set(asked)] };
  const profile = chosen ?? "ops-readonly";
  const scopes = scopesOfProfile(profile);
  return { profile, scopes: scopes.size === SCOPES.length ? null : [...scopes] };
}

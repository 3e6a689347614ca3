/**
 * Agree that a client may act for the account: creates a code that lasts a minute and works once.
 *
 * Source: RFC 6749, section 4.1; RFC 7636; RFC 8707 for `resource`; which scopes is our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { isScope, listProfileScopes, type ScopeCatalogue } from "#operation/define/scopes.ts";
import { addToDirectory, removeFromDirectory } from "#operation/records/directory.ts";
import { generateToken } from "#platform/auth/secrets.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { PROFILES, type ProfileName, type Scope } from "#vocabulary/scopes.ts";
import { parseResource } from "#vocabulary/token-resources.ts";
import { hashClientId } from "../client.ts";
import { CLIENT_REFUSALS, type FoundClient, findClient } from "../find-client.ts";
import { messages } from "../messages.ts";

export const CODE_TTL_S = 60;

export const authorizeClient = defineOperation({
  name: "oauthAuthorize",
  summary: "Authorize a client to act for the account",
  access: { roles: TENANT_ROLES, scopes: [] },
  rest: { method: "POST", path: "/api/v1/oauth/authorize" },
  secret_answer: true,
  needs_sign_in: true,
  never_queued: true,
  input: Type.Object({
    client_id: NoRef("signed, and of no business", Type.String({ minLength: 1, maxLength: 3000 })),
    redirect_uri: Type.String({ minLength: 1, maxLength: 300 }),
    code_challenge: Type.String({ pattern: "^[A-Za-z0-9_-]{43}$", description: "S256 of the verifier." }),
    scope: Type.Optional(
      Type.String({ maxLength: 2000, description: "Scopes that the client requested, separated by spaces." }),
    ),
    profile: Type.Optional(
      StringEnum(Object.keys(PROFILES) as ProfileName[], {
        description: "Profile that the person chose instead.",
      }),
    ),
    resource: Type.Optional(
      Type.String({
        maxLength: 500,
        description: "Address of the MCP server that the token is for; for the whole service if absent.",
      }),
    ),
    state: Type.Optional(Type.String({ maxLength: 2000, "x-text": "exact" })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    redirect_to: Type.String({
      "x-secret": true,
      description: "The client's redirect address with the code and the state.",
    }),
    scopes: Nullable(Type.Array(Type.String())),
    expires_in_s: Type.Integer(),
  }),
  refusals: { ...CLIENT_REFUSALS, invalid_target: "bad_request", sign_in_required: "forbidden" },

  prepare: (context, input): Promise<FoundClient> => findClient(context, input),

  async run(
    context,
    { client_id, redirect_uri, code_challenge, scope, profile, resource: requested_resource, state },
    client,
  ) {
    const { actor, business_id, db, now, emit, refuse, scopes, settings } = context;
    const signed = await db.row<{ kind: string }>(
      "select kind from access_token where business_id = $1 and id = $2 and kind = 'login'",
      [business_id, actor.token_id],
    );
    if (signed === undefined) {
      throw refuse("sign_in_required", {
        message: messages.sign_in_to_authorize,
      });
    }
    const resource =
      requested_resource === undefined ? null : parseResource(settings.base_url, requested_resource);
    if (resource === undefined)
      throw refuse("invalid_target", {
        message: messages.no_resource,
        values: { resource: requested_resource ?? "" },
      });

    const grant = decideGrant(scopes, scope, profile);
    const { token: code, token_hash: code_hash } = generateToken();
    const expires_at = new Date(now.getTime() + CODE_TTL_S * 1000);
    const [row, , expired] = await Promise.all([
      db.row<{ id: number }>(
        `insert into oauth_code (business_id, account_id, code_hash, client_id_hash, client_name, redirect_uri,
           code_challenge, profile, scopes, resource, refreshes, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning id`,
        [
          business_id,
          actor.account_id,
          code_hash,
          hashClientId(client_id),
          client.name,
          redirect_uri,
          code_challenge,
          grant.profile,
          grant.scopes,
          resource,
          client.refreshes,
          now,
          expires_at,
        ],
      ),
      addToDirectory(context, "oauth_code", code_hash),
      db.rows<{ code_hash: Buffer }>(
        "delete from oauth_code where business_id = $1 and expires_at < $2 returning code_hash",
        [business_id, new Date(now.getTime() - 24 * 3600_000)],
      ),
    ]);
    await removeFromDirectory(
      context,
      "oauth_code",
      expired.map((code) => code.code_hash),
    );
    if (row === undefined) throw new Error("A code that was inserted has a row.");
    emit({
      subject: { type: "oauth_code", id: row.id, is_new: true },
      kind: "oauth.authorized",
      payload: { account_id: actor.account_id, profile: grant.profile, scopes: grant.scopes },
    });
    const redirect_to = new URL(redirect_uri);
    redirect_to.searchParams.set("code", code);
    if (state !== undefined) redirect_to.searchParams.set("state", state);
    redirect_to.searchParams.set("iss", settings.base_url);
    return { result: true, redirect_to: redirect_to.href, scopes: grant.scopes, expires_in_s: CODE_TTL_S };
  },
});

/** The scopes that the person chose, else the requested ones that exist here; never empty. */
function decideGrant(
  { words }: ScopeCatalogue,
  scope: string | undefined,
  chosen_profile: ProfileName | undefined,
): { profile: ProfileName | null; scopes: Scope[] | null } {
  const requested_scopes = (scope ?? "").split(/\s+/).filter((word) => isScope(words, word));
  if (chosen_profile === undefined && requested_scopes.length > 0)
    return { profile: null, scopes: [...new Set(requested_scopes)] };
  const profile = chosen_profile ?? "ops-readonly";
  return { profile, scopes: profile === "full" ? null : [...listProfileScopes(words, profile)] };
}

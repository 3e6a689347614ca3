/**
 * The token endpoint: exchanges an authorization code, once, by the client it was issued to and with the verifier; or a
 * refresh token, which is replaced with each use.
 *
 * What is sent a second time may have been stolen, by the first sender or by the second: the token that it gave is
 * revoked, with every refresh token of it. A refresh token that the same client sends again within half a minute, before
 * it used the next one, is a call at the same time or one whose answer was lost: it gets the same answer.
 *
 * Source: RFC 6749, sections 4.1.2, 4.1.3, 5 and 6; RFC 7636, section 4.6; RFC 8707, section 2.2; OAuth 2.1, section 4.3.1.
 */

import Type from "typebox";
import { insertToken, refreshToken, revokeToken } from "#domain/identity/accounts/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import type { Refusal } from "#operation/define/refusal.ts";
import type { Message } from "#operation/response/messages.ts";
import { deriveToken, generateToken, hashToken } from "#platform/auth/secrets.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { parseResource } from "#vocabulary/token-resources.ts";
import { hashClientId } from "../client.ts";
import { insertRefreshToken, removeExpiredRefreshTokens } from "../refresh-tokens.ts";
import { buildOauthError, errors } from "../refusals.ts";
import { challengeFits } from "../rules.ts";

/** Short, because a client with a refresh token does not notice; the refresh tokens of a client in use never end. */
const REFRESHED_TTL_S = 3600;
/** For calls at the same time, and for one whose answer was lost. */
const REUSE_GRACE_MS = 30_000;
const REFRESH_TTL_S = 30 * 24 * 3600;
/** Of a client that did not register for refresh tokens. */
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
  resource: string | null;
  refreshes: boolean;
  expires_at: string;
  used_at: string | null;
  token_id: number | null;
  account_status: string;
  business_status: string;
}

interface RefreshRow {
  id: number;
  business_id: number;
  token_id: number;
  account_id: number;
  oauth_client_hash: Buffer;
  scopes: string[] | null;
  resource: string | null;
  expires_at: string;
  used_at: string | null;
  revoked_at: string | null;
  account_status: string;
  business_status: string;
}

const text = (max: number) => Type.Optional(Type.String({ maxLength: max, "x-secret": true }));

interface TokenRequest {
  code?: string;
  redirect_uri?: string;
  client_id?: string;
  code_verifier?: string;
  refresh_token?: string;
  resource?: string;
  scope?: string;
}

export const exchangeCode = defineOperation({
  name: "oauthToken",
  summary: "Exchange an authorization code or a refresh token for tokens",
  access: { public: true, ignores_token: true },
  rest: { method: "POST", path: "/oauth/token", oauth: "token" },
  secret_answer: true,
  cross_tenant: true,
  // Unknown members are ignored, as RFC 6749 requires.
  input: Type.Object(
    {
      grant_type: Type.Optional(
        Type.String({ maxLength: 100, description: "authorization_code or refresh_token" }),
      ),
      code: text(200),
      redirect_uri: Type.Optional(Type.String({ maxLength: 300 })),
      client_id: Type.Optional(NoRef("signed, and of no business", Type.String({ maxLength: 3000 }))),
      code_verifier: text(200),
      refresh_token: text(200),
      resource: Type.Optional(
        Type.String({
          maxLength: 500,
          description:
            "Address of the MCP server that the token is for; the one of the authorization if absent.",
        }),
      ),
      scope: Type.Optional(
        Type.String({ maxLength: 2000, description: "With a refresh token: none beyond the granted ones." }),
      ),
    },
    { additionalProperties: true },
  ),
  output: Type.Object({
    access_token: Type.String({ "x-secret": true }),
    token_type: Type.Literal("Bearer"),
    expires_in: Type.Integer({ description: "Seconds." }),
    refresh_token: Type.Optional(
      Type.String({
        "x-secret": true,
        description: "Works once: each answer has another. Absent unless the client registered for it.",
      }),
    ),
    scope: Type.Optional(Type.String({ description: "Absent if the token has every scope of the account." })),
  }),
  refusals: {
    malformed_request: "bad_request",
    unsupported_grant_type: "bad_request",
    invalid_grant: "bad_request",
    invalid_scope: "bad_request",
    invalid_target: "bad_request",
  },

  async run(context, { grant_type, ...token_request }) {
    if (grant_type === "refresh_token") return exchangeRefreshToken(context, token_request);
    if (grant_type === undefined || grant_type === "authorization_code")
      return exchangeAuthorizationCode(context, grant_type, token_request);
    throw context.refuse(
      "unsupported_grant_type",
      buildOauthError("unsupported_grant_type", errors.grant_types),
    );
  },
});

type TokenContext = Context<
  "malformed_request" | "unsupported_grant_type" | "invalid_grant" | "invalid_scope" | "invalid_target"
>;

interface TokenAnswer {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  refresh_token?: string;
  scope?: string;
}

async function exchangeAuthorizationCode(
  context: TokenContext,
  grant_type: string | undefined,
  { code, redirect_uri, client_id, code_verifier, resource }: TokenRequest,
): Promise<TokenAnswer | Refusal> {
  const { db, now, emit, refuse } = context;
  if (!grant_type || !code || !redirect_uri || !client_id || !code_verifier) {
    throw malformed(context, errors.code_members);
  }
  const row = await db.row<CodeRow>(
    `select c.id, c.business_id, c.account_id, c.client_id_hash, c.client_name, c.redirect_uri, c.code_challenge,
       c.profile, c.scopes, c.resource, c.refreshes, c.expires_at, c.used_at, c.token_id, a.status as account_status,
       b.status as business_status
     from directory_entry d join oauth_code c on c.business_id = d.business_id and c.code_hash = $1
       join account a on a.id = c.account_id join business b on b.id = c.business_id
     where d.kind = 'oauth_code' and d.value_hash = $1 for update of c`,
    [hashToken(code)],
  );
  const invalidGrant = () => refuse("invalid_grant", buildOauthError("invalid_grant", errors.unusable_code));
  if (row?.used_at) {
    await revokeFamily(context, row, { oauth_code_id: row.id, reason: "code_reused" });
    // Returned, not thrown: the revocation is committed although the request is refused.
    return invalidGrant();
  }
  const is_valid =
    row !== undefined &&
    Date.parse(row.expires_at) > now.getTime() &&
    isActive(row) &&
    row.redirect_uri === redirect_uri &&
    row.client_id_hash.equals(hashClientId(client_id)) &&
    challengeFits(code_verifier, row.code_challenge);
  if (!is_valid) throw invalidGrant();
  const bound_resource = checkResource(context, resource, row.resource);

  const issued = generateSecrets(now);
  const token_id = await insertToken(db, {
    business_id: row.business_id,
    account_id: row.account_id,
    token_hash: issued.token_hash,
    kind: "api",
    name: row.client_name,
    profile: row.profile,
    scopes: row.scopes,
    resource: bound_resource,
    oauth_client_hash: row.client_id_hash,
    created_at: now,
    ...(row.refreshes
      ? { expires_at: issued.expires_at, refreshable_until: issued.refreshable_until }
      : { expires_at: new Date(now.getTime() + TOKEN_TTL_S * 1000) }),
  });
  if (row.refreshes) {
    await insertRefreshToken(db, {
      business_id: row.business_id,
      token_id,
      token_hash: issued.refresh_hash,
      created_at: now,
      expires_at: issued.refreshable_until,
    });
  }
  await db.execute("update oauth_code set used_at = $3, token_id = $4 where business_id = $1 and id = $2", [
    row.business_id,
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
  return buildAnswer(issued, row.scopes, row.refreshes);
}

async function exchangeRefreshToken(
  context: TokenContext,
  { refresh_token, client_id, resource, scope }: TokenRequest,
): Promise<TokenAnswer | Refusal> {
  const { db, now, emit, refuse, clearCallerCache } = context;
  if (!refresh_token || !client_id) throw malformed(context, errors.refresh_members);
  const row = await db.row<RefreshRow>(
    `select r.id, r.business_id, r.token_id, t.account_id, t.oauth_client_hash, t.scopes, t.resource, r.expires_at, r.used_at,
       t.revoked_at, a.status as account_status, b.status as business_status
     from directory_entry d join oauth_refresh_token r on r.business_id = d.business_id and r.token_hash = $1
       join access_token t on t.id = r.token_id join account a on a.id = t.account_id
       join business b on b.id = r.business_id
     where d.kind = 'oauth_refresh_token' and d.value_hash = $1 for no key update of r, t`,
    [hashToken(refresh_token)],
  );
  const invalidGrant = () =>
    refuse("invalid_grant", buildOauthError("invalid_grant", errors.unusable_refresh_token));
  // A client that sends a used one has copied it, or somebody copied it from there; the rest of the request does not have to match.
  if (row?.used_at) {
    const again = await findSameAnswer(context, row, { refresh_token, client_id });
    if (again !== null) {
      checkResource(context, resource, row.resource);
      return buildAnswer(again, row.scopes, true);
    }
    await revokeFamily(context, row, { reason: "refresh_token_reused" });
    return invalidGrant();
  }
  const is_valid =
    row !== undefined &&
    row.revoked_at === null &&
    Date.parse(row.expires_at) > now.getTime() &&
    isActive(row) &&
    row.oauth_client_hash.equals(hashClientId(client_id));
  if (!is_valid) throw invalidGrant();
  checkResource(context, resource, row.resource);
  const beyond = (scope ?? "")
    .split(/\s+/)
    .filter((word) => word !== "" && row.scopes?.includes(word) === false);
  if (beyond.length > 0) {
    throw refuse(
      "invalid_scope",
      buildOauthError("invalid_scope", errors.not_granted.with({ scopes: beyond.join(" ") })),
    );
  }

  const issued = deriveSecrets(context.settings.secret_key, refresh_token, now);
  await refreshToken(db, row.token_id, issued);
  await db.execute("update oauth_refresh_token set used_at = $3 where business_id = $1 and id = $2", [
    row.business_id,
    row.id,
    now,
  ]);
  await removeExpiredRefreshTokens(db, row, now);
  await insertRefreshToken(db, {
    business_id: row.business_id,
    token_id: row.token_id,
    token_hash: issued.refresh_hash,
    created_at: now,
    expires_at: issued.refreshable_until,
  });
  emit({
    subject: { type: "token", id: row.token_id },
    business_id: row.business_id,
    kind: "token.refreshed",
    payload: { account_id: row.account_id },
  });
  clearCallerCache();
  return buildAnswer(issued, row.scopes, true);
}

/** What the first use answered, if the same client sends the token again soon and nothing has followed since. */
async function findSameAnswer(
  { db, now, settings }: TokenContext,
  row: RefreshRow,
  { refresh_token, client_id }: { refresh_token: string; client_id: string },
): Promise<Issued | null> {
  const used_at = new Date(row.used_at ?? 0);
  const is_soon = now.getTime() - used_at.getTime() < REUSE_GRACE_MS;
  const is_same = row.oauth_client_hash.equals(hashClientId(client_id));
  if (!is_soon || !is_same || row.revoked_at !== null || !isActive(row)) return null;
  const issued = deriveSecrets(settings.secret_key, refresh_token, used_at);
  const next = await db.row(
    `select 1 from oauth_refresh_token r join access_token t on t.id = r.token_id
      where r.business_id = $1 and r.token_id = $2 and r.token_hash = $3 and r.used_at is null and t.token_hash = $4`,
    [row.business_id, row.token_id, issued.refresh_hash, issued.token_hash],
  );
  if (next === undefined) return null;
  const expires_in = Math.floor((issued.expires_at.getTime() - now.getTime()) / 1000);
  return { ...issued, expires_in };
}

interface Issued {
  token: string;
  token_hash: Buffer;
  refresh: string;
  refresh_hash: Buffer;
  expires_in: number;
  expires_at: Date;
  refreshable_until: Date;
}

function generateSecrets(now: Date): Issued {
  return buildIssued(now, generateToken(), generateToken());
}

type Secret = ReturnType<typeof generateToken>;

/** What follows a refresh token: derived from it, so that the one who sends it again gets the same. Nothing is stored. */
function deriveSecrets(key: Buffer, refresh_token: string, now: Date): Issued {
  return buildIssued(
    now,
    deriveToken(key, "oauth access token", refresh_token),
    deriveToken(key, "oauth refresh token", refresh_token),
  );
}

function buildIssued(now: Date, access: Secret, refresh: Secret): Issued {
  return {
    ...access,
    refresh: refresh.token,
    refresh_hash: refresh.token_hash,
    expires_in: REFRESHED_TTL_S,
    expires_at: new Date(now.getTime() + REFRESHED_TTL_S * 1000),
    refreshable_until: new Date(now.getTime() + REFRESH_TTL_S * 1000),
  };
}

function buildAnswer(
  { token, refresh, expires_in }: Issued,
  scopes: readonly string[] | null,
  refreshes: boolean,
): TokenAnswer {
  return {
    access_token: token,
    token_type: "Bearer",
    expires_in: refreshes ? expires_in : TOKEN_TTL_S,
    ...(refreshes ? { refresh_token: refresh } : {}),
    ...(scopes === null ? {} : { scope: scopes.join(" ") }),
  };
}

const isActive = (row: { account_status: string; business_status: string }) =>
  row.account_status === "active" && row.business_status === "active";

function malformed({ refuse }: TokenContext, message: Message): Refusal {
  return refuse("malformed_request", buildOauthError("invalid_request", message));
}

/** The resource of the token. What was authorized for one resource cannot be used for another. */
function checkResource(
  { refuse, settings }: TokenContext,
  requested_resource: string | undefined,
  bound: string | null,
): string | null {
  if (requested_resource === undefined) return bound;
  const resource = parseResource(settings.base_url, requested_resource);
  if (resource === undefined || (bound !== null && resource !== bound)) {
    throw refuse(
      "invalid_target",
      buildOauthError("invalid_target", errors.other_resource.with({ resource: requested_resource })),
    );
  }
  return resource;
}

async function revokeFamily(
  { db, now, emit, clearCallerCache }: TokenContext,
  { token_id, business_id, account_id }: Pick<CodeRow, "token_id" | "business_id" | "account_id">,
  facts: { reason: "code_reused" | "refresh_token_reused"; oauth_code_id?: number },
): Promise<void> {
  if (!(await revokeToken(db, token_id, now))) return;
  emit({
    subject: { type: "token", id: token_id ?? 0 },
    business_id,
    kind: "token.revoked",
    payload: { account_id, ...facts },
  });
  clearCallerCache();
}

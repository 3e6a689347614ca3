/**
 * Bind an identity of an external provider to one's own account, to sign in with it on the web and on the client's
 * apps. Source: our choice.
 *
 * Accepts tokens of the web application and of any app of the business. Requires an interactive sign-in.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { DEFAULT_PROVIDER } from "../app.ts";
import { TOKEN_REFUSALS, verifyIdentity } from "../identity.ts";
import { messages } from "../messages.ts";
import { bindIdentity } from "../records/identity-binding.ts";
import { ProviderName } from "./login-by-identity.ts";

export const addIdentity = defineOperation({
  name: "userIdentityAdd",
  summary: "Bind an identity to the own account",
  access: { roles: TENANT_ROLES, scopes: [] },
  rest: { method: "POST", path: "/api/v1/user/identities", status: 201 },
  checks_idempotency_first: true,
  localised: true,
  needs_sign_in: true,
  never_queued: true,
  input: Type.Object({
    id_token: Type.String({ minLength: 1, maxLength: 20_000, "x-secret": true }),
    provider: ProviderName,
  }),
  output: Type.Object({ result: Type.Boolean(), provider: Type.String(), issuer: Type.String() }),
  refusals: {
    ...TOKEN_REFUSALS,
    method_not_allowed: "forbidden",
    binding_conflict: "conflict",
  },

  async prepare(context, { id_token, provider: name = DEFAULT_PROVIDER }) {
    const { db, system_queries, business_id, providers, refuse } = context;
    const provider = providers.identity.get(name);
    const apps = await db.rows<{ server_client_id: string }>(
      `select distinct p.server_client_id from app_assignment g join platform_app p on p.id = g.app_id
        where g.business_id = $1 and g.status = 'active' and p.status = 'active' and p.server_client_id is not null
          and coalesce(p.identity_provider, $2) = $3`,
      [business_id, DEFAULT_PROVIDER, name],
    );
    const audiences = [provider?.web_client_id ?? null, ...apps.map((app) => app.server_client_id)].filter(
      (one): one is string => one !== null,
    );
    const [first, ...more] = audiences;
    if (provider === undefined || first === undefined)
      throw refuse("method_not_allowed", { message: messages.method_not_allowed });
    const matching_audience = [first, ...more].find((audience) => namesAudience(id_token, audience)) ?? first;
    const identity = await verifyIdentity(context, provider, id_token, matching_audience);
    return {
      provider,
      identity,
      bound: await system_queries.findAccountOfIdentity(identity.issuer, identity.subject),
    };
  },

  async run(context, _input, { provider, identity, bound }) {
    const { actor, refuse } = context;
    const is_mine = bound?.account_id === actor.account_id;
    if (!is_mine && !(await bindIdentity(context, actor.account_id ?? 0, identity)))
      throw refuse("binding_conflict", { message: messages.binding_conflict });
    return { result: true, provider: provider.name, issuer: identity.issuer };
  },
});

/**
 * Does the unverified token name this audience? Read only to choose the audience that the token is then verified for.
 */
function namesAudience(id_token: string, audience: string): boolean {
  try {
    const { aud } = JSON.parse(Buffer.from(id_token.split(".")[1] ?? "", "base64url").toString("utf8"));
    return [aud].flat().includes(audience);
  } catch {
    return false;
  }
}

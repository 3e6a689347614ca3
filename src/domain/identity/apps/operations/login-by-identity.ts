/**
 * Sign in on the web with an ID token: the same binding that the apps use, and the web application's own audience.
 *
 * Only a bound identity signs in here; it is bound by an app, at registration, or by its owner (`POST
 * /api/v1/user/identities`). Source: our choice.
 */
import Type from "typebox";
import { issueToken, SIGN_IN_REFUSALS } from "#domain/identity/accounts/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { DEFAULT_PROVIDER } from "../app.ts";
import { TOKEN_REFUSALS, verifyIdentity } from "../identity.ts";
import { messages } from "../messages.ts";

export const ProviderName = Type.Optional(
  Type.String({ minLength: 1, maxLength: 40, description: "The identity provider; `idp` by default." }),
);

export const loginByIdentity = defineOperation({
  name: "userLoginIdp",
  summary: "Sign in by identity provider",
  access: { public: true, ignores_token: true },
  cross_tenant: true,
  rest: { method: "POST", path: "/api/v1/user/login/idp" },
  secret_answer: true,
  localised: true,
  input: Type.Object({
    id_token: Type.String({ minLength: 1, maxLength: 20_000, "x-secret": true }),
    provider: ProviderName,
  }),
  output: Type.Object({
    result: Type.Boolean(),
    access_token: Type.String({ "x-secret": true }),
    token_type: Type.Literal("Bearer"),
    expires_at: Type.String({ description: "YYYY-MM-DD HH:MM:SS, UTC." }),
  }),
  refusals: {
    ...TOKEN_REFUSALS,
    account_disabled: SIGN_IN_REFUSALS.account_disabled,
    method_not_allowed: "forbidden",
    registration_required: "conflict",
  },

  async prepare(context, { id_token, provider: name = DEFAULT_PROVIDER }) {
    const provider = context.providers.identity.get(name);
    if (provider === undefined || provider.web_client_id === null)
      throw context.refuse("method_not_allowed", { message: messages.method_not_allowed });
    const { issuer, subject } = await verifyIdentity(context, provider, id_token, provider.web_client_id);
    const account = await context.system_queries.findAccountOfIdentity(issuer, subject);
    if (account === undefined)
      throw context.refuse("registration_required", { message: messages.registration_required });
    const is_open = account.business_status === null || account.business_status === "active";
    if (account.status !== "active" || !is_open)
      throw context.refuse("account_disabled", { message: messages.account_disabled });
    return account;
  },

  async run(context, _input, account) {
    return { result: true, ...(await issueToken(context, account)) };
  },
});

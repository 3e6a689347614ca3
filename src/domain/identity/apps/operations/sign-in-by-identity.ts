/**
 * Sign in to an app with an ID token of the app's identity provider, whose audience must be the app's backend.
 *
 * A bound identity signs its account in, if the account is one of this client and has one of the app's roles. An
 * unbound one is bound to the account of this client with the same address, if the issuer has verified the address and
 * the business, not the person, created the account.
 *
 * Source: docs/contract/rest.md, "Platform apps".
 */
import Type from "typebox";
import type { SignInAccount } from "#domain/identity/accounts/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import type { Identity } from "#providers/identity/port.ts";
import {
  APP_REFUSALS,
  appPath,
  checkVersion,
  device,
  getIdentityProviderName,
  refuseMethod,
  refuseOutdated,
  requireApp,
  resolveTenant,
} from "../app.ts";
import { findAccountByVerifiedEmail, TOKEN_REFUSALS, verifyIdentity } from "../identity.ts";
import { messages } from "../messages.ts";
import type { AppRow } from "../records/app-assignment.ts";
import { bindIdentity } from "../records/identity-binding.ts";
import { ACCOUNT_REFUSALS, type AccountRefusal, AppSession, openSession, refuseAccount } from "../session.ts";

type BindingRefusal = AccountRefusal | "registration_required" | "binding_conflict";

export const signInByIdentity = defineOperation({
  name: "appAuthIdp",
  summary: "Sign in to an app by identity provider",
  access: { public: true, ignores_token: true },
  rest: { method: "POST", path: "/api/v1/apps/{appCode}/clients/{clientCode}/auth/{provider}" },
  secret_answer: true,
  localised: true,
  input: Type.Object({
    ...appPath,
    provider: Type.String({
      minLength: 1,
      maxLength: 40,
      description: "The app's identity provider, `idp` by default.",
    }),
    id_token: Type.String({ minLength: 1, maxLength: 20_000, "x-secret": true }),
    ...device,
  }),
  output: AppSession,
  refusals: {
    ...TOKEN_REFUSALS,
    ...APP_REFUSALS,
    ...ACCOUNT_REFUSALS,
    method_not_allowed: "forbidden",
    registration_required: "conflict",
    binding_conflict: "conflict",
  },
  tenant: resolveTenant,

  async prepare(context, { id_token, ...input }) {
    const { providers, refuse } = context;
    checkVersion(context as Context<never>, input.app_version);
    const app = await requireApp(context, input);
    if (input.provider !== getIdentityProviderName(app))
      throw refuse("not_found", { message: messages.unknown_app });
    refuseMethod(context, app, "idp");
    refuseOutdated(context, app, input);
    const provider = providers.identity.get(input.provider);
    if (provider === undefined || app.server_client_id === null)
      throw refuse("method_not_allowed", { message: messages.method_not_allowed });
    const identity = await verifyIdentity(context, provider, id_token, app.server_client_id);
    const bound = await context.system_queries.findAccountOfIdentity(identity.issuer, identity.subject);
    return { app, identity, bound };
  },

  async run(context, input, { app, identity, bound }) {
    const account_id = await resolveAccount(context as Context<BindingRefusal>, app, identity, bound);
    return openSession(context, app, account_id, input, "idp");
  },
});

async function resolveAccount(
  context: Context<BindingRefusal>,
  app: AppRow,
  identity: Identity,
  bound: SignInAccount | undefined,
): Promise<number> {
  const { refuse } = context;
  if (bound !== undefined) {
    refuseAccount(context, app, bound);
    return bound.account_id;
  }
  const candidate = await findAccountByVerifiedEmail(context, identity);
  if (candidate === undefined)
    throw refuse("registration_required", { message: messages.registration_required });
  if (candidate.is_self_made) throw refuse("binding_conflict", { message: messages.binding_conflict });
  refuseAccount(context, app, candidate);
  if (!(await bindIdentity(context as Context<never>, candidate.account_id, identity)))
    throw refuse("binding_conflict", { message: messages.binding_conflict });
  return candidate.account_id;
}

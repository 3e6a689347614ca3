/**
 * Sign in to an app with the e-mail address and password of the normal account, under the limits of every sign-in.
 *
 * An address that this client knows is tried only here; one that it does not know may belong to another client, and is
 * then refused for that. Source: docs/contract/rest.md, "Platform apps".
 */
import Type from "typebox";
import type { SignInAccount } from "#domain/identity/accounts/public.ts";
import { checkSignIn, SIGN_IN_REFUSALS, type SignInRefusal } from "#domain/identity/accounts/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import {
  APP_REFUSALS,
  appPath,
  checkVersion,
  device,
  refuseMethod,
  refuseOutdated,
  requireApp,
  resolveTenant,
} from "../app.ts";
import { messages } from "../messages.ts";
import { ACCOUNT_REFUSALS, AppSession, openSession, refuseAccount } from "../session.ts";

const { business_needed: _never, ...LIMITS } = SIGN_IN_REFUSALS;

export const signInByEmail = defineOperation({
  name: "appAuthEmail",
  summary: "Sign in to an app by e-mail",
  access: { public: true, ignores_token: true },
  rest: { method: "POST", path: "/api/v1/apps/{appCode}/clients/{clientCode}/auth/email" },
  secret_answer: true,
  localised: true,
  input: Type.Object({
    ...appPath,
    email: Type.String({ minLength: 3, maxLength: 320 }),
    password: Type.String({ minLength: 1, maxLength: 200, "x-secret": true }),
    ...device,
  }),
  output: AppSession,
  refusals: { ...LIMITS, ...APP_REFUSALS, ...ACCOUNT_REFUSALS, method_not_allowed: "forbidden" },
  tenant: resolveTenant,

  async prepare(context, { email, password, ...input }) {
    checkVersion(context as Context<never>, input.app_version);
    const app = await requireApp(context, input);
    refuseMethod(context, app, "email");
    refuseOutdated(context, app, input);
    const account = await checkAnywhere(context as Context<SignInRefusal | "client_not_allowed">, {
      email,
      password,
    });
    refuseAccount(context, app, account);
    return { app, account };
  },

  run: (context, input, { app, account }) => openSession(context, app, account.account_id, input, "email"),
});

async function checkAnywhere(
  context: Context<SignInRefusal | "client_not_allowed">,
  credentials: { email: string; password: string },
): Promise<SignInAccount> {
  const { system_queries, business_id, refuse } = context;
  const accounts = await system_queries.listAccountsOfEmail(credentials.email);
  const is_here = accounts.some((account) => account.business_id === business_id);
  try {
    return await checkSignIn(context, credentials, (one) => !is_here || one.business_id === business_id);
  } catch (error) {
    // It matches several others; which they are must not be revealed to this client.
    if (error instanceof Refusal && error.code === "business_needed")
      throw refuse("client_not_allowed", { message: messages.client_not_allowed });
    throw error;
  }
}

/**
 * Register through an app: creates the normal account and customer, from the template that the client chose.
 *
 * With a challenge and its code the number is recorded as verified; if the client does not require verification, a
 * number without a challenge is recorded as unverified. An existing account is never changed: whatever is already
 * taken, the refusal is the same. If the client reviews registrations, the account waits.
 *
 * Source: docs/contract/rest.md, "Platform apps".
 */

import Type from "typebox";
import {
  createAccount,
  Email,
  recordSignInFailure,
  refuseTooManyFailures,
} from "#domain/identity/accounts/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { getNetworkPrefix } from "#operation/limits/enumeration-guard.ts";
import { hashPassword } from "#platform/auth/secrets.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { NoRef } from "#vocabulary/ref.ts";
import {
  APP_REFUSALS,
  appPath,
  checkVersion,
  device,
  getIdentityProviderName,
  refuseOutdated,
  requireApp,
  resolveTenant,
} from "../app.ts";
import { TOKEN_REFUSALS, verifyIdentity } from "../identity.ts";
import { readProfile } from "../profile.ts";
import type { AppRow } from "../records/app-assignment.ts";
import { endChallenge } from "../records/app-challenge.ts";
import { RegistrationRecord } from "../records/app-registration.ts";
import { bindIdentity } from "../records/identity-binding.ts";
import { createCustomerFromTemplate, refuseClosed, refuseTooManyRegistrations } from "../registration.ts";
import { registrationMessages as messages } from "../registration-messages.ts";
import { getRegistrationRules } from "../registration-settings.ts";
import { openSession, sessionMembers } from "../session.ts";

const REFUSALS = {
  ...TOKEN_REFUSALS,
  ...APP_REFUSALS,
  registration_disabled: "forbidden",
  challenge_required: "invalid",
  challenge_invalid: "invalid",
  code_wrong: "invalid",
  registration_conflict: "conflict",
  too_many_registrations: "too_many",
} as const;
type RegistrationContext = Context<keyof typeof REFUSALS>;

const line = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description === undefined ? {} : { description }) });
const { result, ...rest } = sessionMembers;
const optional = Object.fromEntries(
  Object.entries(rest).map(([name, schema]) => [name, Type.Optional(schema)]),
) as { [K in keyof typeof rest]: Type.TOptional<(typeof rest)[K]> };

export const completeRegistration = defineOperation({
  name: "appRegistrationComplete",
  summary: "Register through an app",
  access: { public: true, ignores_token: true },
  rest: { method: "POST", path: "/api/v1/apps/{appCode}/clients/{clientCode}/registration/complete" },
  secret_answer: true,
  localised: true,
  input: Type.Object({
    ...appPath,
    challenge_id: Type.Optional(Nullable(NoRef("a secret", Type.String({ minLength: 64, maxLength: 64 })))),
    code: Type.Optional(
      Nullable(
        Type.String({ pattern: "^[0-9]{6}$", maxLength: 6, "x-secret": true, description: "Six digits." }),
      ),
    ),
    phone: Type.Optional(
      Nullable(Type.String({ maxLength: 50, description: "Instead of a challenge, if none is required." })),
    ),
    name: line(255),
    email: Email,
    password: Type.String({ minLength: 8, maxLength: 200, "x-secret": true }),
    password_confirmation: Type.String({
      maxLength: 200,
      "x-secret": true,
      description: "The same password again.",
    }),
    address: line(255, "Street and number."),
    city: line(120),
    postcode: line(20),
    country: line(100, "ISO 3166-1 alpha-2 code, or the country's name."),
    ...device,
    id_token: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 20_000,
          "x-secret": true,
          description: "ID token of the app's identity provider, to sign in with it from then on.",
        }),
      ),
    ),
  }),
  output: Type.Object({
    result,
    status: Type.Optional(
      Type.Literal("pending_review", {
        description: "The client must approve it first; there is no session yet.",
      }),
    ),
    message: Type.Optional(Type.String()),
    ...optional,
  }),
  refusals: REFUSALS,
  tenant: resolveTenant,

  async prepare(context, input) {
    checkVersion(context as Context<never>, input.app_version);
    const app = await requireApp(context, input);
    refuseClosed(context, app);
    refuseOutdated(context, app, input);
    await refuseTooManyFailures(context);
    // Every attempt counts; otherwise one could try addresses until one is found that is taken.
    await recordSignInFailure(context, "registration", input.email, null);
    await refuseTooManyRegistrations(context);
    const [verified_profile, password_hash] = await Promise.all([
      readProfile(context, app, input),
      hashPassword(input.password),
    ]);
    const identity = input.id_token ? await verify(context, app, input.id_token) : null;
    return { app, password_hash, identity, ...verified_profile };
  },

  async run(context, input, { app, password_hash, identity, profile, phone_verified }) {
    const { db, business_id, now, request, emit, refuse, say } = context;
    if (input.challenge_id && !(await endChallenge(context, input.challenge_id, "used")))
      throw refuse("challenge_invalid", { message: messages.challenge_invalid });
    const is_pending = getRegistrationRules(app).requires_approval;
    const customer_id = is_pending
      ? null
      : await createCustomerFromTemplate(context, app.customer_template_id, profile);
    const conflict = () => refuse("registration_conflict", { message: messages.registration_conflict });
    const account_id = await createAccount(db, {
      business_id,
      role: "customer",
      name: profile.name,
      email: profile.email,
      password_hash,
      status: is_pending ? "pending_review" : "active",
      phone_e164: profile.phone_e164,
      phone_verified,
      locale: app.business_locale,
      customer_id,
      created_at: now,
    });
    if (account_id === undefined) throw conflict();
    emit({
      subject: { type: "account", id: account_id, is_new: true },
      kind: is_pending ? "app.registration_pending" : "app.registered",
      payload: { app: app.app_code, customer_id, phone_verified },
    });
    if (identity !== null && !(await bindIdentity(context, account_id, identity))) throw conflict();
    await RegistrationRecord.insert(context, {
      assignment_id: app.assignment_id,
      account_id,
      customer_id,
      state: is_pending ? "pending" : "completed",
      profile: is_pending ? profile : null,
      phone_verified,
      device_platform: input.device_platform,
      address: getNetworkPrefix(request.address),
    });
    if (is_pending)
      return { result: true, status: "pending_review" as const, message: say(messages.pending_review) };
    return openSession(context, app, account_id, input, "registration");
  },
});

async function verify(context: RegistrationContext, app: AppRow, id_token: string) {
  const provider = context.providers.identity.get(getIdentityProviderName(app));
  if (provider !== undefined && app.server_client_id !== null)
    return verifyIdentity(context, provider, id_token, app.server_client_id);
  throw context.refuse("invalid_request", {
    message: messages.invalid_registration,
    errors: [{ field: "id_token", message: messages.app_without_provider }],
  });
}

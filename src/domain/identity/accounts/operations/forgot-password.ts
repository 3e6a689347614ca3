/**
 * Request a link to set a new password. The response is the same whether or not the address is known, and does not wait
 * for the check: a job looks the address up and sends the links.
 *
 * Source: our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { sealLinkRequest } from "../link-request.ts";
import { recordSignInAttempt, refuseTooManyFailures } from "../sign-in.ts";

export const forgotPassword = defineOperation({
  name: "userPasswordForgot",
  summary: "Request a new password",
  access: { public: true, ignores_token: true },
  cross_tenant: true,
  rest: { method: "POST", path: "/api/v1/user/password/forgot", status: 202 },
  input: Type.Object({
    email: Type.String({ minLength: 3, maxLength: 320 }),
    business: Type.Optional(
      Type.String({
        maxLength: 40,
        description: "Code of one business, if the address has accounts in several.",
      }),
    ),
  }),
  output: Type.Object({ result: Type.Boolean(), message: Type.String() }),
  refusals: { too_many_failures: "too_many" },

  async prepare(context, { email }) {
    await refuseTooManyFailures(context);
    // Every request counts: whether it named an account is not known here.
    await recordSignInAttempt(context, "password_forgotten", email.trim());
  },

  async run({ enqueue, settings }, { email, business }) {
    enqueue({
      name: "send-password-links",
      data: { request: sealLinkRequest(settings, { email: email.trim(), business: business ?? null }) },
    });
    return {
      result: true,
      message: "If an account has this address, a message with a link is on its way.",
    };
  },
});

/**
 * Sign in with an e-mail address and a password.
 *
 * An address with accounts in several businesses signs in where the password matches; if it matches in several, 409
 * until `business` names one. `expires_at` is in UTC.
 *
 * Source: docs/contract/rest.md, "Other routes"; refusals are our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { issueToken } from "../issue-token.ts";
import { checkSignIn, SIGN_IN_REFUSALS } from "../sign-in.ts";

export const login = defineOperation({
  name: "userLogin",
  summary: "Sign in",
  description:
    "A page of this service that sends `X-Packhorse-Client: console` gets the token in an HttpOnly cookie, and a response without it.",
  access: { public: true, ignores_token: true },
  cross_tenant: true,
  rest: { method: "POST", path: "/api/v1/user/login", session: "starts" },
  secret_answer: true,
  input: Type.Object({
    email: Type.String({ minLength: 3, maxLength: 320 }),
    password: Type.String({ minLength: 1, maxLength: 200, "x-secret": true }),
    business: Type.Optional(
      Type.String({
        maxLength: 40,
        description: "Code of the business, if the address has accounts in several.",
      }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    access_token: Type.String({ "x-secret": true }),
    token_type: Type.Literal("Bearer"),
    expires_at: Type.String({ description: "YYYY-MM-DD HH:MM:SS, UTC." }),
  }),
  refusals: SIGN_IN_REFUSALS,

  prepare: (context, credentials) => checkSignIn(context, credentials),

  async run(context, _credentials, account) {
    const bound_to = context.request.cookie_session ? { client: "console" } : {};
    return { result: true, ...(await issueToken(context, account, { bound_to })) };
  },
});

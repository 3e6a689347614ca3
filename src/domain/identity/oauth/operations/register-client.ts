/**
 * Register an OAuth client. Unknown members are ignored, as RFC 7591 requires.
 *
 * Source: RFC 7591; docs/contract/mcp.md, "AI discovery routes".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { buildClientId } from "../client.ts";
import { buildOauthError, errors } from "../refusals.ts";
import { isAllowedRedirect } from "../rules.ts";

const Grants = Type.Array(Type.String());

export const registerClient = defineOperation({
  name: "oauthClientRegister",
  summary: "Register an OAuth client",
  effect: "read",
  access: { public: true, ignores_token: true },
  rest: { method: "POST", path: "/oauth/register", status: 201, oauth: "registration" },
  input: Type.Object({
    redirect_uris: Type.Array(Type.String({ maxLength: 300 }), {
      minItems: 1,
      maxItems: 10,
      description: "https, http to a loopback address, or a private scheme. Others are left out.",
    }),
    client_name: Type.Optional(Type.String({ maxLength: 100 })),
    grant_types: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 10,
        description: "With refresh_token it gets refresh tokens, and access tokens that last an hour.",
      }),
    ),
  }),
  output: Type.Object({
    client_id: Type.String(),
    client_name: Type.String(),
    redirect_uris: Type.Array(Type.String(), { description: "Those to which codes can be sent." }),
    rejected_redirect_uris: Type.Optional(
      Type.Array(Type.String(), {
        description: "Those of the request that were left out, because codes are not sent there.",
      }),
    ),
    token_endpoint_auth_method: Type.Literal("none"),
    grant_types: Grants,
    response_types: Grants,
  }),
  refusals: { invalid_redirect_uri: "bad_request" },

  async run({ settings, refuse }, { redirect_uris: requested_uris, client_name, grant_types }) {
    const { allowed: redirect_uris = [], rejected = [] } = Object.groupBy(requested_uris, (text) =>
      isAllowedRedirect(text) ? "allowed" : "rejected",
    );
    if (redirect_uris.length === 0) {
      throw refuse(
        "invalid_redirect_uri",
        buildOauthError("invalid_redirect_uri", errors.redirect_uri.with({ uri: rejected[0] ?? "" })),
      );
    }
    const name = client_name?.trim() || "A program without a name";
    const refreshes = grant_types?.includes("refresh_token") === true;
    return {
      client_id: buildClientId(settings.secret_key, { name, redirect_uris, refreshes }),
      client_name: name,
      redirect_uris,
      ...(rejected.length === 0 ? {} : { rejected_redirect_uris: rejected }),
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", ...(refreshes ? ["refresh_token"] : [])],
      response_types: ["code"],
    };
  },
});

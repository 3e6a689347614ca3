/**
 * The client that requests access, for the consent page, and whether a redirect address is its own. Source: our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { parseClientId } from "../client.ts";
import { isRegistered } from "../rules.ts";

export const getClient = defineOperation({
  name: "oauthClient",
  summary: "Client that requests access",
  effect: "read",
  access: { public: true, ignores_token: true },
  rest: { method: "GET", path: "/api/v1/oauth/client" },
  input: Type.Object({
    client_id: Type.String({ minLength: 1, maxLength: 3000 }),
    redirect_uri: Type.String({ minLength: 1, maxLength: 300 }),
  }),
  output: Type.Object({ result: Type.Boolean(), name: Type.String(), redirect_uri: Type.String() }),
  refusals: { unknown_client: "bad_request", unknown_redirect: "bad_request" },

  async run({ settings, refuse }, { client_id, redirect_uri }) {
    const client = parseClientId(settings.secret_key, client_id);
    if (client === undefined)
      throw refuse("unknown_client", { message: "This client is not registered here." });
    if (!isRegistered(redirect_uri, client.redirect_uris)) {
      throw refuse("unknown_redirect", { message: "The client did not register this address." });
    }
    return { result: true, name: client.name, redirect_uri };
  },
});

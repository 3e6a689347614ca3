/**
 * The client that requests access, for the consent page, and whether the redirect address and the resource are known.
 *
 * A client whose id is an address is described there; the answer names its host. Source: our choice; RFC 8707 for
 * `resource`.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { parseResource } from "#vocabulary/token-resources.ts";
import { CLIENT_REFUSALS, type FoundClient, findClient } from "../find-client.ts";
import { messages } from "../messages.ts";

export const getClient = defineOperation({
  name: "oauthClient",
  summary: "Get a client that requests access",
  access: { public: true, ignores_token: true },
  // Each call may lead to a request of ours to an address that the caller chose.
  limit: { name: "oauth_client", per_s: 1, burst: 30 },
  rest: { method: "GET", path: "/api/v1/oauth/client" },
  input: Type.Object({
    client_id: NoRef("signed, and of no business", Type.String({ minLength: 1, maxLength: 3000 })),
    redirect_uri: Type.String({ minLength: 1, maxLength: 300 }),
    resource: Type.Optional(Type.String({ maxLength: 500, description: "What the token is to be for." })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    name: Type.String(),
    host: Nullable(
      Type.String({ description: "Where the client is described; null for one that registered here." }),
    ),
    redirect_uri: Type.String(),
  }),
  refusals: { ...CLIENT_REFUSALS, invalid_target: "bad_request" },

  prepare: (context, input): Promise<FoundClient> => findClient(context, input),

  async run({ settings, refuse }, { redirect_uri, resource }, { name, host }) {
    if (resource !== undefined && parseResource(settings.base_url, resource) === undefined)
      throw refuse("invalid_target", { message: messages.no_resource, values: { resource } });
    return { result: true, name, host, redirect_uri };
  },
});

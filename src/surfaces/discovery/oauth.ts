/**
 * The authorization server metadata, and the page on which a user authorizes a client. Both exist when the registry
 * has the endpoints they need. Source: RFC 8414; RFC 9207 for `iss`.
 */
import path from "node:path";
import type { FastifyInstance } from "fastify";
import type { Rest } from "#operation/define/define.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { buildPage, type Page } from "../page.ts";

const AUTHORIZE_PATH = "/oauth/authorize";

export function registerOauth(app: FastifyInstance, { registry, settings }: Runtime): void {
  const { base_url } = settings;
  const getUrl = (word: NonNullable<Rest["oauth"]>) => {
    const operation = [...registry.operations.values()].find(({ rest }) => rest?.oauth === word);
    return operation?.rest === undefined ? undefined : base_url + operation.rest.path;
  };
  const token_endpoint = getUrl("token");
  if (token_endpoint === undefined) return;
  const text = JSON.stringify({
    issuer: base_url,
    authorization_endpoint: base_url + AUTHORIZE_PATH,
    token_endpoint,
    registration_endpoint: getUrl("registration"),
    revocation_endpoint: getUrl("revocation"),
    revocation_endpoint_auth_methods_supported: ["none"],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    scopes_supported: [...registry.scopes.words].filter(
      (scope) => !registry.scopes.declared.get(scope)?.is_platform,
    ),
    service_documentation: `${base_url}/docs`,
  });
  app.get("/.well-known/oauth-authorization-server", (_request, reply) =>
    reply.header("access-control-allow-origin", "*").type("application/json; charset=utf-8").send(text),
  );
  let page: Page | undefined;
  app.get(AUTHORIZE_PATH, (_request, reply) => {
    page ??= buildPage(path.join(import.meta.dirname, "authorize"));
    return reply
      .header("content-security-policy", page.policy)
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .type("text/html; charset=utf-8")
      .send(page.html);
  });
}

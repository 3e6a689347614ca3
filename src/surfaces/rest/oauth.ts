/** HTTP details of OAuth endpoints: form bodies, CORS for any origin, responses that are not cached. */
import type { FastifyInstance } from "fastify";

/** For its own Fastify scope: no other route accepts forms. */
export function configureOauthRoutes(scope: FastifyInstance, url: string): void {
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  scope.addHook("onRequest", async (_request, reply) => {
    reply.header("access-control-allow-origin", "*").header("cache-control", "no-store");
  });
  scope.options(url, (_request, reply) =>
    reply
      .code(204)
      .header("access-control-allow-methods", "POST, OPTIONS")
      .header("access-control-allow-headers", "authorization, content-type, mcp-protocol-version")
      .send(),
  );
}

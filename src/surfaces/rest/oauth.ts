/** HTTP details of OAuth endpoints: form bodies, CORS for any origin, responses that are not cached. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { readFormMembers } from "#operation/define/raw-body.ts";

/** For its own Fastify scope: no other route accepts forms. */
export function configureOauthRoutes(scope: FastifyInstance, url: string): void {
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) =>
      Object.fromEntries(readFormMembers(body, request.headers["content-type"])),
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

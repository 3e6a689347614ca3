/** What OAuth endpoints need of HTTP: bodies that are forms, callers on pages of any origin, answers that nobody keeps. */
import type { FastifyInstance } from "fastify";

/** For a scope of its own: nothing else takes forms. */
export function speakOauth(scope: FastifyInstance, url: string): void {
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

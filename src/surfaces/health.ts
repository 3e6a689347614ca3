/** `/healthz` (the process lives), `/readyz` (it can answer), `/version`, `/metrics`. */
import type { FastifyInstance } from "fastify";
import type { Mechanism } from "#operation/mechanism.ts";
import { doorOf } from "#platform/db/db.ts";
import type { Meters } from "#platform/log/metrics.ts";
import { sendJson } from "./rest/rest.ts";

export function registerHealth(
  app: FastifyInstance,
  mechanism: Mechanism,
  { meters, version }: { meters: Meters; version: string },
): void {
  app.get("/healthz", (_request, reply) => sendJson(reply, 200, { result: true }));
  app.get("/readyz", async (_request, reply) => {
    try {
      await doorOf(mechanism.pools.system).row("select 1 as ready");
      return sendJson(reply, 200, { result: true });
    } catch {
      return sendJson(reply.header("retry-after", "1"), 503, {
        result: false,
        message: "The database does not answer.",
      });
    }
  });
  app.get("/version", (_request, reply) => sendJson(reply, 200, { version, api: "1.0" }));
  app.get("/metrics", async (_request, reply) =>
    reply.header("content-type", meters.registry.contentType).send(await meters.registry.metrics()),
  );
}

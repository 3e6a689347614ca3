/**
 * `/healthz` (the process is alive), `/readyz` (it can serve requests), `/version`; `/metrics`, for callers with
 * its token.
 */
import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { requireCaller, requireRole } from "#operation/caller/authorize.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { hashToken } from "#platform/auth/secrets.ts";
import { readOnlyDb, systemDb } from "#platform/db/db.ts";
import { QueueBusy } from "#platform/fairness/fair-queue.ts";
import type { CallMetrics } from "#platform/log/metrics.ts";
import { authenticate, readBearerToken } from "./request.ts";
import { sendJson } from "./rest/rest.ts";

export interface HealthOptions {
  meters: CallMetrics;
  version: string;
  /** This token gives access to the metrics; null: platform administrators only. */
  metrics_token?: string | null;
  /** Why this process cannot serve requests, as a sentence; undefined when it can. */
  missing(): string | undefined;
}

export function registerHealth(
  app: FastifyInstance,
  runtime: Runtime,
  { meters, version, metrics_token, missing }: HealthOptions,
): void {
  app.get("/healthz", (_request, reply) => sendJson(reply, 200, { result: true }));
  app.get("/readyz", async (_request, reply) => {
    const message = missing() ?? (await databaseFault(runtime));
    if (message === undefined) return sendJson(reply, 200, { result: true });
    return sendJson(reply.header("retry-after", "1"), 503, { result: false, message });
  });
  app.get("/version", (_request, reply) => sendJson(reply, 200, { version, api: "1.0" }));
  app.get("/metrics", async (request, reply) => {
    await authorizeMetrics(runtime, request, metrics_token ?? null);
    return reply.header("content-type", meters.registry.contentType).send(await meters.registry.metrics());
  });
}

/** Accepts the configured token, which needs no database, or that of a platform administrator. */
async function authorizeMetrics(
  runtime: Runtime,
  request: FastifyRequest,
  metrics_token: string | null,
): Promise<void> {
  const token = readBearerToken(request);
  // Compares hashes of equal length, so that the time reveals nothing.
  if (
    token !== undefined &&
    metrics_token !== null &&
    timingSafeEqual(hashToken(token), hashToken(metrics_token))
  )
    return;
  const actor = await authenticate(runtime, request);
  requireCaller(actor);
  requireRole(actor, ["platform_admin"]);
}

/** How long the probe waits for a connection: a request that waits longer is as good as not served. */
const PROBE_MS = 2000;

async function databaseFault({ pools }: Runtime): Promise<string | undefined> {
  const late = Symbol("late");
  // Both pools, in no business's share: where the service itself gets no connection, requests get none.
  const probes = Promise.all([
    systemDb(pools.system).row("select 1 as ready"),
    readOnlyDb(pools.service, 0).row("select 1 as ready"),
  ]);
  const { promise: time_is_up, resolve } = Promise.withResolvers<typeof late>();
  const timer = setTimeout(() => resolve(late), PROBE_MS);
  try {
    if ((await Promise.race([probes, time_is_up])) !== late) return undefined;
    probes.catch(() => {});
    return pools.service.queue.waiting + pools.system.queue.waiting > 0
      ? "All connections to the database are in use."
      : "The database does not answer.";
  } catch (error) {
    return error instanceof QueueBusy
      ? "All connections to the database are in use."
      : "The database does not answer.";
  } finally {
    clearTimeout(timer);
  }
}

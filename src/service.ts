/** Assembles the service: pools, registry, runtime, HTTP surfaces, workers. `main.ts` runs one, tests run many. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import fastify, { type FastifyInstance, LogController } from "fastify";
import type pg from "pg";
import { pino } from "pino";
import { type Authentication, createAuthentication } from "#operation/caller/authentication.ts";
import type { Job } from "#operation/define/job.ts";
import { createInstalledModules } from "#operation/define/modules.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { loadRegistry, type Registry } from "#operation/define/registry.ts";
import type { Log, Runtime } from "#operation/define/runtime.ts";
import { createSystemQueries } from "#operation/define/system-queries.ts";
import { startDueWorker } from "#operation/due/due-worker.ts";
import { createDatabaseCounts } from "#operation/limits/database-counts.ts";
import { createEnumerationGuard } from "#operation/limits/enumeration-guard.ts";
import { createLinkRates } from "#operation/limits/link-rates.ts";
import { createRateLimits, type Limits } from "#operation/limits/rate-limits.ts";
import { type CountStore, createSharedCounts } from "#operation/limits/shared-counts.ts";
import { createTokenCaps } from "#operation/limits/token-caps.ts";
import { createAuditLog } from "#operation/records/audit.ts";
import { EVENTS_CHANNEL } from "#operation/records/event-consumers.ts";
import { refusals } from "#operation/response/platform-messages.ts";
import { startConsumers, startWorkers } from "#operation/run/consumers.ts";
import { runJob, startPeriodicTasks } from "#operation/run/workers.ts";
import { NAMESPACE } from "#otep/projections/parts/uri.ts";
import { watchClock } from "#platform/db/clock.ts";
import { connect } from "#platform/db/connect.ts";
import { systemDb } from "#platform/db/db.ts";
import { openSignals } from "#platform/db/notify.ts";
import type { Files } from "#platform/files/files.ts";
import { openQueue } from "#platform/jobs/queue.ts";
import { registerGauges } from "#platform/log/gauges.ts";
import { createMetrics } from "#platform/log/metrics.ts";
import { createProviders, DEFAULT_PROVIDER_SETTINGS } from "#providers/create-providers.ts";
import type { Providers } from "#providers/providers.ts";
import type { BodySettings } from "#surfaces/bodies.ts";
import { createDrain } from "#surfaces/drain.ts";
import type { PushSettings } from "#surfaces/push/push.ts";
import { createErrorHandler } from "#surfaces/rest/rest.ts";
import { registerSurfaces } from "#surfaces/surfaces.ts";
import { ROAD_FACTOR } from "#vocabulary/geo.ts";

/** Other processes clear their cache of callers when this channel is notified. */
export const CALLERS_CHANNEL = "packhorse_callers";

interface StopOptions {
  /** Requests are served as before for this long, while `/readyz` reports that no more should be sent. */
  delay_ms: number;
  /** After that, active requests and jobs are completed within this time. */
  limit_ms: number;
}

export interface ServiceOptions {
  database: pg.ClientConfig;
  files: Files;
  secret_key: Buffer;
  base_url: string;
  version: string;
  mqtt_prefix: string;
  /** The broker as devices reach it; they are told of none when absent. */
  mqtt_public_url?: string;
  log_level: string;
  allowed_origins: string[];
  mcp_fixtures: boolean;
  /** Origins that console pages may load from, in addition to their own and the map's. */
  console_origins?: readonly string[];
  /** This token gives access to the metrics; platform administrators have access too. */
  metrics_token?: string | null;
  /** Memory and time limits of request bodies; the defaults when absent. */
  bodies?: BodySettings;
  /** Folder of the built console; null serves none. */
  console_folder: string | null;
  /** Push over MQTT while the service listens; none when absent. */
  push?: PushSettings | null;
  work: boolean;
  registry?: Registry;
  /** Adapters of external services; the offline defaults when absent. */
  providers?: Providers;
  road_factor?: number;
  /** Businesses may choose the outbox for text messages, for trials. True when absent. */
  allows_sms_outbox?: boolean;
  /** Base of the URIs generated for tracking documents; the protocol's own when absent. */
  otep_namespace?: string;
  /** Rate limits that override those the operations declare; null for none. */
  limits?: Limits;
  now?: () => Date;
  service_connections?: number;
  system_connections?: number;
  /** Counts of limits are shared there, instead of in the database. */
  redis_url?: string | null;
  onEmit?: Runtime["onEmit"];
  /** Refuse requests with 503 until `open` is called, except for `/healthz` and the like. */
  closed?: boolean;
}

export interface Service {
  app: FastifyInstance;
  runtime: Runtime;
  /** Resolves once everything runs that `/readyz` checks; requests are served from then on. */
  open(): Promise<void>;
  /** Completes running work and releases all resources. No delay by default. */
  stop(options?: StopOptions): Promise<void>;
}

export async function createService(options: ServiceOptions): Promise<Service> {
  const log = pino({
    level: options.log_level,
    redact: ["token", "password", "authorization", "*.password", "*.token"],
  });
  const pools = connect({
    config: options.database,
    ...(options.service_connections === undefined
      ? {}
      : { service_connections: options.service_connections }),
    ...(options.system_connections === undefined ? {} : { system_connections: options.system_connections }),
    onError: (error) => log.warn({ err: error.message }, "a database connection broke"),
  });
  const registry = options.registry ?? (await loadRegistry());
  const system_queries = createSystemQueries(registry.system_queries, pools.system);
  const signals = openSignals({
    config: options.database,
    onError: (error) => log.warn({ err: error.message }, "the connection for signals broke"),
  });
  const token_authentication = createAuthentication(system_queries, registry);
  signals.listen(CALLERS_CHANNEL, token_authentication.clearCache);
  const callers: Authentication = {
    ...token_authentication,
    clearCache() {
      token_authentication.clearCache();
      signals.notify(CALLERS_CHANNEL);
    },
  };
  const audit = createAuditLog(pools.system, log);
  const meters = createMetrics();
  const clock = watchClock(pools.system, (skew_s) =>
    log.warn({ skew_s }, "the clock of the database differs from this machine's: keep both by NTP"),
  );
  registerGauges(meters.registry, { pools, skew: clock.skew });

  const now = options.now ?? (() => new Date());
  const shared_counts = createSharedCounts(await openCounts(options.redis_url ?? null, pools.system, log), {
    log,
    now,
  });

  let stopping = false;
  let opened = options.closed !== true;
  // Checking the queue's tables takes a while; only `/readyz` and the first job wait for them.
  const queue = openQueue({
    owner: pools.owner,
    specs: [...registry.jobs.values()],
    run: options.work
      ? (name, data, is_last_run) =>
          runJob(runtime, registry.jobs.get(name) as Job, data, () => stopping, is_last_run)
      : null,
    onError: (error) => log.error({ err: error }, "the job queue failed and will be retried"),
  });

  const runtime: Runtime = {
    pools,
    registry,
    system_queries,
    files: options.files,
    providers: options.providers ?? createProviders(DEFAULT_PROVIDER_SETTINGS),
    authentication: callers,
    modules: createInstalledModules(systemDb(pools.system), registry.features.module_tables),
    jobs: queue,
    audit,
    shared_counts,
    link_rates: createLinkRates(shared_counts.share),
    token_caps: createTokenCaps(pools.system),
    enumeration_guard: createEnumerationGuard(shared_counts.share),
    rate_limits: createRateLimits(options.limits === undefined ? {} : options.limits, shared_counts.share),
    signals,
    log,
    settings: {
      base_url: options.base_url,
      version: options.version,
      mqtt_prefix: options.mqtt_prefix,
      mqtt_public_url: options.mqtt_public_url ?? null,
      road_factor: options.road_factor ?? ROAD_FACTOR,
      secret_key: options.secret_key,
      allows_sms_outbox: options.allows_sms_outbox ?? true,
      otep_namespace: options.otep_namespace ?? NAMESPACE,
    },
    now,
    ...(options.onEmit === undefined ? {} : { onEmit: options.onEmit }),
    onCommit: () => signals.notify(EVENTS_CHANNEL),
    measure: meters.measure,
  };

  // A module that is not found now is looked for again when it is called.
  await Promise.all([
    runtime.modules
      .refresh()
      .catch((error) => log.warn({ err: error.message }, "the installed modules could not be determined")),
    clock.measure().catch(() => {}),
  ]);

  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // One logger for all: log entries of a request contain its id, and few requests are logged at all.
    childLoggerFactory: (logger: unknown) => logger,
    bodyLimit: 1024 * 1024,
    // For senders of bodies that were refused before they were read; others have less time, see `bodies.ts`.
    requestTimeout: 900_000,
    routerOptions: { maxParamLength: 300 },
    trustProxy: "loopback",
    // A URL that no route could parse gets the same error body as every other.
    frameworkErrors: createErrorHandler(runtime),
    // `stop` closes the remaining connections; see surfaces/drain.ts.
    forceCloseConnections: "idle",
    return503OnClosing: false,
  } as never) as unknown as FastifyInstance;
  if (!opened) refuseUntilOpen(app, () => opened);
  await registerSurfaces(app, runtime, {
    ...options,
    meters,
    callers_channel: CALLERS_CHANNEL,
    missing() {
      if (stopping) return "The service is stopping.";
      if (!opened) return refusals.starting.en;
      return queue.isRunning() ? due_worker?.fault() : "The job queue does not run yet.";
    },
  });
  const drain = createDrain(app);

  const periodic_tasks = options.work ? startPeriodicTasks(runtime) : undefined;
  const due_worker = options.work ? startDueWorker(runtime) : undefined;
  const consumers = options.work ? startConsumers(runtime) : undefined;
  const workers = options.work ? startWorkers(runtime) : undefined;

  return {
    app,
    runtime,
    async open() {
      await queue.started;
      opened = true;
    },
    async stop({ delay_ms, limit_ms } = { delay_ms: 0, limit_ms: 5_000 }) {
      stopping = true;
      drain.begin();
      const resting = queue.pause();
      const resting_due = Promise.all([due_worker?.stop(), consumers?.stop(), workers?.stop()]);
      if (delay_ms > 0) await wait(delay_ms);
      const ends_at = performance.now() + limit_ms;
      await drain.end(limit_ms);
      await resting;
      periodic_tasks?.stop();
      await Promise.race([
        resting_due,
        wait(Math.max(0, ends_at - performance.now()), undefined, { ref: false }),
      ]);
      clock.stop();
      await queue.stop(Math.max(0, ends_at - performance.now()));
      await audit.stop();
      await shared_counts.stop();
      await signals.stop();
      await pools.end();
    },
  };
}

/** The client of Redis is a tenth of all modules, and few installations have one. */
async function openCounts(redis_url: string | null, system: pg.Pool, log: Log): Promise<CountStore> {
  if (redis_url === null) return createDatabaseCounts(system);
  const { createRedisCounts } = await import("#operation/limits/redis-counts.ts");
  return createRedisCounts(redis_url, log);
}

/** Served from the start: they concern the process, not the operations. */
const PROCESS_PATHS = new Set(["/healthz", "/readyz", "/version", "/metrics"]);

/** Before the start is complete, a caller must not be told that its account or its orders do not exist. */
function refuseUntilOpen(app: FastifyInstance, isOpen: () => boolean): void {
  app.addHook("onRequest", (request, _reply, done) => {
    if (isOpen() || PROCESS_PATHS.has(request.routeOptions.url ?? "")) done();
    else
      done(
        new Refusal("busy", "unavailable", { message: refusals.starting, headers: { "retry-after": "1" } }),
      );
  });
}

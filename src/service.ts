/**
 * The service, assembled: pools, registry, mechanism, HTTP surfaces, workers. `main.ts` runs one, tests run many.
 */
import { randomUUID } from "node:crypto";
import fastify, { type FastifyInstance, LogController } from "fastify";
import type pg from "pg";
import { pino } from "pino";
import { auditLogOver } from "#operation/audit.ts";
import { type Callers, callersOver } from "#operation/callers.ts";
import { guesses } from "#operation/guesses.ts";
import { buckets, type Limits } from "#operation/limit.ts";
import type { Mechanism } from "#operation/mechanism.ts";
import { installedModules } from "#operation/modules.ts";
import { rates } from "#operation/rate.ts";
import { EVENTS_CHANNEL } from "#operation/readers.ts";
import { loadRegistry, type Registry } from "#operation/registry.ts";
import { startWorkers, type Workers } from "#operation/workers.ts";
import { NAMESPACE } from "#otep/projections/parts/uri.ts";
import { connect } from "#platform/db/connect.ts";
import { doorOf } from "#platform/db/db.ts";
import { openSignals } from "#platform/db/notify.ts";
import { doorsOver } from "#platform/doors.ts";
import type { Files } from "#platform/files/files.ts";
import { openQueue, type Queue } from "#platform/jobs/queue.ts";
import { metrics } from "#platform/log/metrics.ts";
import { makeProviders, NO_SETTINGS } from "#providers/make.ts";
import type { Providers } from "#providers/providers.ts";
import type { PushSettings } from "#surfaces/push/push.ts";
import { errorHandlerOf } from "#surfaces/rest/rest.ts";
import { registerSurfaces } from "#surfaces/surfaces.ts";

/** Other processes forget their callers when it is told. */
export const CALLERS_CHANNEL = "packhorse_callers";

export interface ServiceOptions {
  database: pg.ClientConfig;
  files: Files;
  secret_key: Buffer;
  base_url: string;
  version: string;
  mqtt_prefix: string;
  log_level: string;
  allowed_origins: string[];
  mcp_fixtures: boolean;
  /** Where the built console lies; null serves none. */
  console_folder: string | null;
  /** Push over MQTT while the service listens; none when absent. */
  push?: PushSettings | null;
  work: boolean;
  registry?: Registry;
  /** Adapters of outside services; the offline defaults when absent. */
  providers?: Providers;
  road_factor?: number;
  /** Text messages may go to the outbox: for trying things out. True when absent. */
  outbox_counts?: boolean;
  /** Base of URIs that tracking documents make up; the protocol's own when absent. */
  otep_namespace?: string;
  /** Other limits than the operations declare; null for none at all. */
  limits?: Limits;
  now?: () => Date;
  service_connections?: number;
}

export interface Service {
  app: FastifyInstance;
  mechanism: Mechanism;
  stop(): Promise<void>;
}

export async function makeService(options: ServiceOptions): Promise<Service> {
  const log = pino({
    level: options.log_level,
    redact: ["token", "password", "authorization", "*.password", "*.token"],
  });
  const pools = connect({
    config: options.database,
    ...(options.service_connections === undefined
      ? {}
      : { service_connections: options.service_connections }),
    onError: (error) => log.warn({ err: error.message }, "a database connection broke"),
  });
  const registry = options.registry ?? (await loadRegistry());
  const doors = doorsOver(pools.system);
  const signals = openSignals({
    config: options.database,
    onError: (error) => log.warn({ err: error.message }, "the connection for signals broke"),
  });
  const kept = callersOver(doors);
  signals.listen(CALLERS_CHANNEL, kept.forget);
  const callers: Callers = {
    ...kept,
    forget() {
      kept.forget();
      signals.notify(CALLERS_CHANNEL);
    },
  };
  const audit = auditLogOver(pools.system, log);
  const meters = metrics();

  // The queue's tables take a while to look at; nothing but the first job needs to wait for them.
  const queue: Promise<Queue> = openQueue(pools.owner, [...registry.jobs.values()], (error) =>
    log.error({ err: error }, "the job queue failed"),
  );
  queue.catch((error) => log.error({ err: error }, "the job queue did not start"));

  const mechanism: Mechanism = {
    pools,
    registry,
    doors,
    files: options.files,
    providers: options.providers ?? makeProviders(NO_SETTINGS),
    callers,
    modules: installedModules(doorOf(pools.system)),
    jobs: { send: async (job, execute) => (await queue).send(job, execute) },
    audit,
    rates: rates(),
    guesses: guesses(),
    buckets: buckets(options.limits === undefined ? {} : options.limits),
    signals,
    log,
    settings: {
      base_url: options.base_url,
      version: options.version,
      mqtt_prefix: options.mqtt_prefix,
      road_factor: options.road_factor ?? 1.3,
      secret_key: options.secret_key,
      outbox_counts: options.outbox_counts ?? true,
      otep_namespace: options.otep_namespace ?? NAMESPACE,
    },
    now: options.now ?? (() => new Date()),
    onCommit: () => signals.notify(EVENTS_CHANNEL),
    measure: meters.measure,
  };

  // What is not found now is looked for again when it is asked for.
  await mechanism.modules
    .look()
    .catch((error) => log.warn({ err: error.message }, "the modules were not looked for"));

  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // One logger for all: what is logged of a request names it, and few requests are logged at all.
    childLoggerFactory: (logger: unknown) => logger,
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 300 },
    trustProxy: "loopback",
    // An address that no route could read gets the same error body as every other.
    frameworkErrors: errorHandlerOf(mechanism),
    forceCloseConnections: true,
  } as never) as unknown as FastifyInstance;
  await registerSurfaces(app, mechanism, { ...options, meters, callers_channel: CALLERS_CHANNEL });

  let workers: Workers | undefined;
  if (options.work) {
    queue
      .then(async (open) => {
        workers = await startWorkers(mechanism, open);
      })
      .catch((error) => log.error({ err: error }, "the workers did not start"));
  }

  return {
    app,
    mechanism,
    async stop() {
      await app.close();
      await workers?.stop();
      await queue.then(
        (open) => open.stop(),
        () => {},
      );
      await audit.stop();
      await signals.stop();
      await pools.end();
    },
  };
}

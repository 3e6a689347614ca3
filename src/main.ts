/**
 * Starts the service: reads the configuration, opens the database (embedded unless DATABASE_URL is set), migrates,
 * listens, and shuts down gracefully.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type pg from "pg";
import { isWithoutAccounts } from "#domain/identity/accounts/platform-admin.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { toRefusal } from "#operation/response/failure.ts";
import { systemDb } from "#platform/db/db.ts";
import { migrate } from "#platform/db/migrate.ts";
import { checkRowSecurity, refuseTransactionPooling } from "#platform/db/pooler.ts";
import { checkFilesFolder } from "#platform/files/marker.ts";
import { checkSecretKey } from "#platform/transfer/secret-key.ts";
import { BODY_SETTINGS } from "#surfaces/bodies.ts";
import type { PushSettings } from "#surfaces/push/push.ts";
import { type Config, readConfig } from "./config.ts";
import { explainError } from "./explain-error.ts";
import { DATABASE_NAME, DATABASE_TEMPLATE, filesFolder, openFiles, readSecretKey } from "./installation.ts";
import type { Service } from "./service.ts";

/** Ctrl-C in a terminal reaches the process twice, from the terminal and from npm; both count as one signal. */
const SIGNAL_DEBOUNCE_MS = 500;
/** A service whose start failed is not waited for longer. */
const CLOSE_MS_MAX = 5000;
/** When the first signal arrived. */
let stopping_since: number | undefined;
const isStopping = () => stopping_since !== undefined;

/** What a start has opened so far. Whatever way it fails, this is closed again, the service first. */
interface Opened {
  database?: Promise<OpenedDatabase>;
  service?: Service;
}

const opened: Opened = {};
try {
  await start(readConfig(), opened);
} catch (error) {
  if (!isStopping()) {
    console.error(explainError(error) ?? error);
    await close(opened);
    process.exit(1);
  }
}

async function close({ database, service }: Opened): Promise<void> {
  await Promise.race([
    service?.stop({ delay_ms: 0, limit_ms: 0 }).catch(() => {}),
    wait(CLOSE_MS_MAX, undefined, { ref: false }),
  ]);
  await (await database?.catch(() => undefined))?.stop();
}

async function start(config: Config, opened: Opened): Promise<void> {
  const started = performance.now();
  stopOnSignal(config, opened);
  const files = await openFiles(config);
  // Modules and operations are loaded while the database starts.
  const opening = openDatabase(config);
  opened.database = opening;
  opening.catch(() => {});
  const [{ loadRegistry }, { createService: makeService }, { connect }, { createProviders: makeProviders }] =
    await Promise.all([
      import("#operation/define/registry.ts"),
      import("./service.ts"),
      import("#platform/db/connect.ts"),
      import("#providers/create-providers.ts"),
    ]);
  const registry = await loadRegistry();
  const database = await opening;
  // The last resort, for what ends the process otherwise: an exception that nobody caught.
  process.on("exit", database.kill);

  if (config.database_url !== null) await refuseTransactionPooling(database.config);
  const migrating = connect({ config: database.config, onError: () => {} });
  const applied = await migrate(migrating.owner, { log: (message) => console.log(message) });
  await checkRowSecurity(migrating);
  // The embedded database serves one process, and a bucket is shared by all processes anyway.
  if (config.database_url !== null && config.files === null)
    await checkFilesFolder(migrating, filesFolder(config));
  const secret_key = await readSecretKey(config);
  await checkSecretKey(migrating, secret_key, config.secret_key_replaced);
  await migrating.end();

  const version = JSON.parse(
    await readFile(path.resolve(import.meta.dirname, "../package.json"), "utf8"),
  ).version;
  const service = await makeService({
    database: database.config,
    files,
    secret_key,
    base_url: config.base_url,
    version,
    road_factor: config.road_factor,
    allows_sms_outbox: config.allows_sms_outbox,
    limits: config.limits,
    redis_url: config.redis_url,
    otep_namespace: config.otep_namespace,
    providers: makeProviders({
      geocoder_url: config.geocoder_url,
      road_matrix_url: config.road_matrix_url,
      road_matrix_source: config.road_matrix_source,
      road_matrix_size: config.road_matrix_size,
      smtp: config.smtp,
      sms: config.sms,
      identity_providers: config.identity_providers,
      private_addresses: config.private_addresses,
      name_servers: config.name_servers,
      version,
      base_url: config.base_url,
    }),
    mqtt_prefix: config.mqtt_prefix,
    mqtt_public_url: config.mqtt_public_url,
    log_level: config.log_level === "info" && process.stdout.isTTY ? "warn" : config.log_level,
    allowed_origins: config.allowed_origins,
    mcp_fixtures: config.mcp_fixtures,
    console_origins: config.console_origins,
    metrics_token: config.metrics_token,
    bodies: { ...BODY_SETTINGS, bytes_max: config.body_bytes_max },
    console_folder: path.resolve(import.meta.dirname, "../console/dist"),
    closed: true,
    service_connections: config.database_connections,
    system_connections: config.database_system_connections,
    push: pushSettings(config),
    work: config.role !== "web",
    registry,
  });
  opened.service = service;
  // From here on `/healthz` responds, and other requests get 503 until everything has started, so that a supervisor
  // that checks /healthz does not kill a slow start.
  await service.app.listen({ port: config.port, host: config.host });

  if (config.demo) {
    const { createDemo: makeDemo } = await import("./demo/demo.ts");
    await retryWhileUnavailable(() => makeDemo(service.runtime, { day: config.demo_day }));
  }
  await service.open();
  releaseMemory();
  if (isStopping()) return;

  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`Packhorse answers on ${config.base_url} after ${seconds} s (${database.kind}).`);
  if (applied.length > 0) console.log(`Migrations applied: ${applied.length}.`);
  if (config.demo) {
    const { formatDemoSignIns: demoSignIns } = await import("./demo/demo.ts");
    console.log(demoSignIns(config.base_url));
  } else if (await isWithoutAccounts(systemDb(service.runtime.pools.system)))
    console.log("Nobody can sign in yet: npm run create-admin -- you@example.com");
}

/** Gives the memory back that only the start needed, above all the demo: V8 would keep it for as long as it is there. */
function releaseMemory(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: { type: "major"; flavor: "last-resort" }) => void;
  collect({ type: "major", flavor: "last-resort" });
}

/** The first signal stops gracefully, also a start that is not complete; the second one immediately. */
function stopOnSignal(config: Config, opened: Opened): void {
  const stop = async () => {
    stopping_since = performance.now();
    console.log(
      `Stopping: what runs is finished within ${config.shutdown_timeout_s} s. Another signal ends it at once.`,
    );
    await opened.service?.stop({
      delay_ms: config.shutdown_delay_s * 1000,
      limit_ms: config.shutdown_timeout_s * 1000,
    });
    await (await opened.database?.catch(() => undefined))?.stop();
    process.exit(0);
  };
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const) {
    process.on(signal, () => {
      if (stopping_since === undefined) void stop();
      else if (performance.now() - stopping_since > SIGNAL_DEBOUNCE_MS) process.exit(code);
    });
  }
  // When npm is stopped, it signals only the shell between itself and this process, which would keep running with
  // port and folder in use.
  if (process.env["npm_lifecycle_event"] === "start") {
    const { ppid } = process;
    setInterval(() => {
      if (stopping_since === undefined && process.ppid !== ppid) void stop();
    }, 500).unref();
  }
}

/** The demo is optional: it waits while the database is unreachable, and its errors never end the service. */
async function retryWhileUnavailable(work: () => Promise<void>): Promise<void> {
  while (!isStopping()) {
    try {
      await work();
      return;
    } catch (error) {
      if (isStopping()) return;
      const away = (error instanceof Refusal ? error : toRefusal(error))?.kind === "unavailable";
      if (!away) {
        console.error("The demo could not be made:", error);
        return;
      }
      await wait(500);
    }
  }
}

/** Workers serve no subscribers; any process may publish to an external broker, and one at a time does. */
function pushSettings(config: Config): PushSettings | null {
  if (config.mqtt_url !== null)
    return { kind: "external", url: config.mqtt_url, websocket: config.role !== "worker" };
  if (config.role === "worker") return null;
  return { kind: "embedded", host: config.host, port: config.mqtt_port === 0 ? null : config.mqtt_port };
}

interface OpenedDatabase {
  config: pg.ClientConfig;
  kind: string;
  stop(): Promise<void>;
  kill(): void;
}

async function openDatabase(config: Config): Promise<OpenedDatabase> {
  if (config.database_url !== null) {
    return {
      config: { connectionString: config.database_url },
      kind: "PostgreSQL by DATABASE_URL",
      stop: async () => {},
      kill: () => {},
    };
  }
  const { startEmbeddedDatabase } = await import("#platform/db/embedded/supervise.ts");
  const embedded = await startEmbeddedDatabase({
    data_dir: config.data_dir,
    database: DATABASE_NAME,
    template: DATABASE_TEMPLATE,
    log: (message) => console.log(message),
  });
  return {
    config: embedded.config,
    kind: `embedded PostgreSQL in ${config.data_dir}`,
    stop: () => embedded.stop(),
    kill: () => embedded.kill(),
  };
}

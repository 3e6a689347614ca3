/**
 * Starts the service: reads the configuration, opens the database (embedded unless DATABASE_URL is set), migrates,
 * listens, and shuts down gracefully.
 */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isWithoutAccounts } from "#domain/identity/accounts/platform-admin.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { toRefusal } from "#operation/response/failure.ts";
import { ConnectionRoleError } from "#platform/db/connect.ts";
import { systemDb } from "#platform/db/db.ts";
import { EmbeddedDatabaseError } from "#platform/db/embedded/errors.ts";
import { DatabaseRightsError } from "#platform/db/owner.ts";
import { checkRowSecurity, PoolerError, refuseTransactionPooling } from "#platform/db/pooler.ts";
import { checkFileStore, FileStoreUnavailable, type Files } from "#platform/files/files.ts";
import { createLocalFiles } from "#platform/files/local.ts";
import { checkFilesFolder, FilesFolderError } from "#platform/files/marker.ts";
import { BODY_SETTINGS } from "#surfaces/bodies.ts";
import type { PushSettings } from "#surfaces/push/push.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import type { Service } from "./service.ts";

/** Ctrl-C in a terminal reaches the process twice, from the terminal and from npm; both count as one signal. */
const SIGNAL_DEBOUNCE_MS = 500;

try {
  await start(readConfig());
} catch (error) {
  console.error(explainError(error) ?? error);
  process.exit(1);
}

/** One sentence about an error that the person who started the service can fix; undefined for bugs of ours. */
function explainError(error: unknown): string | undefined {
  if (
    error instanceof ConfigError ||
    error instanceof EmbeddedDatabaseError ||
    error instanceof DatabaseRightsError ||
    error instanceof ConnectionRoleError ||
    error instanceof PoolerError ||
    error instanceof FilesFolderError ||
    error instanceof FileStoreUnavailable
  ) {
    return error.message;
  }
  const { code, message, syscall } = error as { code?: string; message?: string; syscall?: string };
  if (code === "EADDRINUSE") return "The port is in use by another program; set PORT to another one.";
  const unreachable =
    syscall === "connect" || syscall === "getaddrinfo" || ["28P01", "28000", "3D000"].includes(code ?? "");
  return unreachable ? `The database of DATABASE_URL cannot be used: ${message || code}.` : undefined;
}

async function start(config: Config): Promise<void> {
  const started = performance.now();
  const files = await openFiles(config);
  const [
    { loadRegistry },
    { createService: makeService },
    { migrate },
    { connect },
    { createProviders: makeProviders },
  ] = await Promise.all([
    import("#operation/define/registry.ts"),
    import("./service.ts"),
    import("#platform/db/migrate.ts"),
    import("#platform/db/connect.ts"),
    import("#providers/create-providers.ts"),
  ]);
  const opening = openDatabase(config);
  opening.catch(() => {});
  // Operations are loaded while the database starts.
  const registry = await loadRegistry();
  const database = await opening;

  if (config.database_url !== null) await refuseTransactionPooling(database.config);
  const migrating = connect({ config: database.config, onError: () => {} });
  const applied = await migrate(migrating.owner, { log: (message) => console.log(message) });
  await checkRowSecurity(migrating);
  // The embedded database serves one process, and a bucket is shared by all processes anyway.
  if (config.database_url !== null && config.files === null)
    await checkFilesFolder(migrating, filesFolder(config));
  await migrating.end();

  const version = JSON.parse(
    await readFile(path.resolve(import.meta.dirname, "../package.json"), "utf8"),
  ).version;
  const service = await makeService({
    database: database.config,
    files,
    secret_key: await secretKey(config),
    base_url: config.base_url,
    version,
    road_factor: config.road_factor,
    outbox_counts: config.outbox_counts,
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
      version,
      base_url: config.base_url,
    }),
    mqtt_prefix: config.mqtt_prefix,
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
  const isStopping = stopOnSignal(config, service, database);
  // From here on `/healthz` responds, and other requests get 503 until everything has started, so that a supervisor
  // that checks /healthz does not kill a slow start.
  await service.app.listen({ port: config.port, host: config.host });

  if (config.demo) {
    const { createDemo: makeDemo } = await import("./demo/demo.ts");
    await retryWhileUnavailable(() => makeDemo(service.runtime, { day: config.demo_day }), isStopping);
  }
  await service.open();
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

/**
 * The first signal stops gracefully, the second one immediately. Returns a function that is true once a signal has
 * arrived.
 */
function stopOnSignal(
  config: Config,
  service: Service,
  database: { stop(): Promise<void>; kill(): void },
): () => boolean {
  let stopping_since: number | undefined;
  const stop = async () => {
    stopping_since = performance.now();
    console.log(
      `Stopping: what runs is finished within ${config.shutdown_timeout_s} s. Another signal ends it at once.`,
    );
    await service.stop({
      delay_ms: config.shutdown_delay_s * 1000,
      limit_ms: config.shutdown_timeout_s * 1000,
    });
    await database.stop();
    process.exit(0);
  };
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    process.on(signal, () => {
      if (stopping_since === undefined) void stop();
      else if (performance.now() - stopping_since > SIGNAL_DEBOUNCE_MS) {
        database.kill();
        process.exit(code);
      }
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
  return () => stopping_since !== undefined;
}

/** The demo is optional: it waits while the database is unreachable, and its errors never end the service. */
async function retryWhileUnavailable(work: () => Promise<void>, isStopping: () => boolean): Promise<void> {
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

async function openDatabase(config: Config) {
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
    database: "packhorse",
    log: (message) => console.log(message),
  });
  return {
    config: embedded.config,
    kind: `embedded PostgreSQL in ${config.data_dir}`,
    stop: () => embedded.stop(),
    kill: () => embedded.kill(),
  };
}

/**
 * The local folder, or the bucket after a test write. A wrong key or bucket ends the start; an unreachable store
 * does not, because orders and routes need no files.
 */
async function openFiles({ files, data_dir }: Config): Promise<Files> {
  if (files === null) return createLocalFiles(filesFolder({ data_dir }));
  const { createS3Files: s3Files } = await import("#platform/files/s3.ts");
  try {
    await checkFileStore(s3Files(files, { attempts_max: 2, attempt_ms: 3000, whole_ms: 4000 }));
  } catch (error) {
    if (!(error instanceof FileStoreUnavailable) || error.misconfigured) throw error;
    console.error(`${error.message} Files can be neither stored nor read until it answers.`);
  }
  return s3Files(files);
}

function filesFolder({ data_dir }: Pick<Config, "data_dir">): string {
  return path.join(data_dir, "files");
}

/** SECRET_KEY, or a key generated at the first start and stored in the data folder. */
async function secretKey(config: Config): Promise<Buffer> {
  if (config.secret_key !== null) return Buffer.from(config.secret_key, "utf8");
  const place = path.join(config.data_dir, "secret.key");
  try {
    return Buffer.from((await readFile(place, "utf8")).trim(), "base64url");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const key = randomBytes(32);
  await mkdir(config.data_dir, { recursive: true });
  try {
    await writeFile(place, key.toString("base64url"), { mode: 0o600, flag: "wx" });
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return Buffer.from((await readFile(place, "utf8")).trim(), "base64url");
  }
}

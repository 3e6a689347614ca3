/**
 * Starts the service: reads the configuration, opens the database (embedded unless DATABASE_URL names one),
 * migrates, listens, and stops in order.
 */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isWithoutAccounts } from "#domain/user/platform-admin.ts";
import { refusalOfFailure } from "#operation/failure.ts";
import { Refusal } from "#operation/refusal.ts";
import { doorOf } from "#platform/db/db.ts";
import { EmbeddedDatabaseError } from "#platform/db/embedded/errors.ts";
import { DatabaseRightsError } from "#platform/db/migrate.ts";
import { FileStoreUnavailable, type Files, tryFiles } from "#platform/files/files.ts";
import { localFiles } from "#platform/files/local.ts";
import type { PushSettings } from "#surfaces/push/push.ts";
import { ConfigError, readConfig } from "./config.ts";

try {
  await start(readConfig());
} catch (error) {
  console.error(explained(error) ?? error);
  process.exit(1);
}

/** What the person who started it can do something about, in one sentence; undefined for bugs of ours. */
function explained(error: unknown): string | undefined {
  if (
    error instanceof ConfigError ||
    error instanceof EmbeddedDatabaseError ||
    error instanceof DatabaseRightsError ||
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

async function start(config: ReturnType<typeof readConfig>): Promise<void> {
  const started = performance.now();
  const files = await openFiles(config);
  const [{ loadRegistry }, { makeService }, { migrate }, { connect }, { makeProviders }] = await Promise.all([
    import("#operation/registry.ts"),
    import("./service.ts"),
    import("#platform/db/migrate.ts"),
    import("#platform/db/connect.ts"),
    import("#providers/make.ts"),
  ]);
  const opening = openDatabase(config);
  opening.catch(() => {});
  // Operations are read while the database starts.
  const registry = await loadRegistry();
  const database = await opening;

  const migrating = connect({ config: database.config, onError: () => {} });
  const applied = await migrate(migrating.owner);
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
    otep_namespace: config.otep_namespace,
    providers: makeProviders({
      geocoder_url: config.geocoder_url,
      road_matrix_url: config.road_matrix_url,
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
    console_folder: path.resolve(import.meta.dirname, "../console/dist"),
    push: pushSettings(config),
    work: config.role !== "web",
    registry,
  });
  await service.app.listen({ port: config.port, host: config.host });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await service.stop();
    await database.stop();
    process.exit(0);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  // npm that is told to stop tells only the shell between itself and us, and we would go on with port and folder taken.
  if (process.env["npm_lifecycle_event"] === "start") {
    const { ppid } = process;
    setInterval(() => {
      if (process.ppid !== ppid) void stop();
    }, 500).unref();
  }

  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`Packhorse answers on ${config.base_url} after ${seconds} s (${database.kind}).`);
  if (applied.length > 0) console.log(`Migrations applied: ${applied.length}.`);
  if (!config.demo && (await isWithoutAccounts(doorOf(service.mechanism.pools.system))))
    console.log("Nobody can sign in yet: npm run create-admin -- you@example.com");
  if (config.demo) {
    const { makeDemo } = await import("./demo/demo.ts");
    await patiently(() => makeDemo(service.mechanism, { day: config.demo_day, base_url: config.base_url }));
  }
}

/** The demo is a convenience: while the database is away it waits, and it never ends the service. */
async function patiently(work: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      const away = (error instanceof Refusal ? error : refusalOfFailure(error))?.kind === "unavailable";
      if (away && tries < 60) {
        await wait(500);
        continue;
      }
      console.error("The demo could not be made:", error);
      return;
    }
  }
}

/** Workers serve no subscribers; any process may publish to an outside broker, and one at a time does. */
function pushSettings(config: ReturnType<typeof readConfig>): PushSettings | null {
  if (config.mqtt_url !== null) return { kind: "outside", url: config.mqtt_url };
  if (config.role === "worker") return null;
  return { kind: "embedded", host: config.host, port: config.mqtt_port === 0 ? null : config.mqtt_port };
}

async function openDatabase(config: ReturnType<typeof readConfig>) {
  if (config.database_url !== null) {
    return {
      config: { connectionString: config.database_url },
      kind: "PostgreSQL by DATABASE_URL",
      stop: async () => {},
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
  };
}

/**
 * The folder, or the bucket after it was tried. A wrong key or bucket ends the start; a store that is away does
 * not, because orders and routes need no files.
 */
async function openFiles({ files, data_dir }: ReturnType<typeof readConfig>): Promise<Files> {
  if (files === null) return localFiles(path.join(data_dir, "files"));
  const { s3Files } = await import("#platform/files/s3.ts");
  try {
    await tryFiles(s3Files(files, { attempts_max: 2, attempt_ms: 3000, whole_ms: 4000 }));
  } catch (error) {
    if (!(error instanceof FileStoreUnavailable) || error.misconfigured) throw error;
    console.error(`${error.message} Files can be neither stored nor read until it answers.`);
  }
  return s3Files(files);
}

/** SECRET_KEY, or one made at the first start and kept in the data folder. */
async function secretKey(config: ReturnType<typeof readConfig>): Promise<Buffer> {
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

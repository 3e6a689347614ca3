/** Configuration: environment variables, read once, each with a default. Listed in `.env.example`. */
import { isIP } from "node:net";
import path from "node:path";
import type { S3Settings } from "#platform/files/s3.ts";
import type { SmtpAccount } from "#providers/email/port.ts";
import { ROAD_SOURCES, type RoadSource } from "#providers/matrices/port.ts";
import type { SmsAccount } from "#providers/sms/port.ts";
import { ROAD_FACTOR } from "#vocabulary/geo.ts";
import { ConfigError, readBoolean, readHttpUrl, readInteger, readUrl } from "./config/env.ts";
import { readFileStoreSettings } from "./config/files.ts";
import { type IdentityProviderSetting, readIdentityProviders } from "./config/identity.ts";
import { type LimitSettings, readRateLimits, readRedisUrl } from "./config/limits.ts";
import { readSmsAccount, readSmtpAccount } from "./config/messages.ts";
import { readOtepNamespace } from "./config/otep.ts";

export { ConfigError } from "./config/env.ts";

export interface Config {
  port: number;
  host: string;
  base_url: string;
  data_dir: string;
  /** Null: in the data folder. */
  files: S3Settings | null;
  database_url: string | null;
  mqtt_url: string | null;
  mqtt_port: number;
  mqtt_prefix: string;
  /** The broker as devices reach it. */
  mqtt_public_url: string;
  /** Base of the URIs generated for tracking documents. */
  otep_namespace: string;
  demo: boolean;
  demo_day: number;
  /** Null: stored in the data folder. */
  secret_key: string | null;
  /** The former key is lost: a start with another one is not refused. */
  secret_key_replaced: boolean;
  role: "all" | "web" | "worker";
  production: boolean;
  mcp_fixtures: boolean;
  /** Limit of request bodies in memory at once, bytes. */
  body_bytes_max: number;
  allowed_origins: string[];
  /** Origins that console pages may load from, in addition to their own and the map's. */
  console_origins: string[];
  /** Null: only platform administrators can read the metrics. */
  metrics_token: string | null;
  log_level: string;
  road_factor: number;
  geocoder_url: string | null;
  road_matrix_url: string | null;
  /** Coordinates per request to the road matrix server. */
  road_matrix_source: RoadSource;
  road_matrix_size: number;
  identity_providers: IdentityProviderSetting[];
  private_addresses: boolean;
  /** Asked for the addresses of external services; null: those of the operating system. */
  name_servers: string[] | null;
  /** Rate limits by name, overriding those that operations declare; null for none. */
  limits: LimitSettings;
  /** Processes share the counts of limits there; null: in the database. */
  redis_url: string | null;
  /** The installation's mail server and text message vendor; businesses may have their own. */
  smtp: SmtpAccount | null;
  sms: SmsAccount | null;
  allows_sms_outbox: boolean;
  /** How far worker threads give way to requests: 0 (equal shares) to 19. They read it from the environment. */
  worker_niceness: number;
  /** Maximum connections of this process to PostgreSQL per role; it uses four more. */
  database_connections: number;
  database_system_connections: number;
  /** After a stop signal the service keeps serving for the delay, and then completes running work within the limit. */
  shutdown_delay_s: number;
  shutdown_timeout_s: number;
}

function readDatabaseUrl(env: NodeJS.ProcessEnv): string | null {
  const text = env["DATABASE_URL"] || null;
  // Not quoted in the message: it may contain a password.
  if (text !== null && !/^postgres(ql)?:\/\//.test(text))
    throw new ConfigError("DATABASE_URL must begin with postgres:// or postgresql://.");
  return text;
}

/** Levels of pino. */
const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

function readLogLevel(env: NodeJS.ProcessEnv): string {
  const text = env["LOG_LEVEL"] || "info";
  if (!LOG_LEVELS.includes(text))
    throw new ConfigError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(", ")}, not "${text}".`);
  return text;
}

function readRoadSource(env: NodeJS.ProcessEnv): RoadSource {
  const text = env["ROAD_MATRIX_SOURCE"] || "osrm";
  const road_source = ROAD_SOURCES.find((source) => source === text);
  if (road_source === undefined)
    throw new ConfigError(`ROAD_MATRIX_SOURCE must be one of ${ROAD_SOURCES.join(", ")}, not "${text}".`);
  return road_source;
}

function origins(env: NodeJS.ProcessEnv, name: string): string[] {
  const words = (env[name] ?? "").split(",").map((word) => word.trim());
  return words
    .filter((word) => word !== "")
    .map((word) => {
      if (!/^https?:\/\/[^/]+\/?$/.test(word) || !URL.canParse(word))
        throw new ConfigError(`${name} must be origins such as https://inspector.example, not "${word}".`);
      return new URL(word).origin;
    });
}

function readNameServers(env: NodeJS.ProcessEnv): string[] | null {
  const words = (env["NAME_SERVERS"] ?? "").split(/[\s,]+/).filter((word) => word !== "");
  for (const word of words) {
    const address = /^\[(.+)\](?::\d{1,5})?$/.exec(word)?.[1] ?? word.replace(/^([\d.]+):\d{1,5}$/, "$1");
    if (isIP(address) === 0)
      throw new ConfigError(
        `NAME_SERVERS must be addresses such as 10.0.0.53 or 10.0.0.53:5353, not "${word}".`,
      );
  }
  return words.length === 0 ? null : words;
}

function readMetricsToken(env: NodeJS.ProcessEnv): string | null {
  const text = env["METRICS_TOKEN"] || null;
  // Not quoted in the message: it is a secret.
  if (text !== null && !/^[!-~]{16,}$/.test(text))
    throw new ConfigError("METRICS_TOKEN must be at least 16 printable characters without spaces.");
  return text;
}

function readMqttUrl(env: NodeJS.ProcessEnv, name: string): string | null {
  const text = readUrl(env, name);
  // Not quoted in the message: it may contain a password.
  if (text !== null && !["mqtt:", "mqtts:", "ws:", "wss:"].includes(new URL(text).protocol))
    throw new ConfigError(`${name} must begin with mqtt://, mqtts://, ws:// or wss://.`);
  return text;
}

/** Prefix of every topic: one or more levels. */
function readMqttPrefix(env: NodeJS.ProcessEnv): string {
  const text = env["MQTT_PREFIX"] || "packhorse";
  if (!/^[^+#$/\0][^+#/\0]*(\/[^+#/\0]+)*$/.test(text) || text.split("/").length > 5)
    throw new ConfigError(
      `MQTT_PREFIX must be one to five words with / between them, without + and # and no $ in front, not "${text}".`,
    );
  return text;
}

export function readConfig(
  env: NodeJS.ProcessEnv = process.env,
  argv: string[] = process.argv.slice(2),
): Config {
  const port = readInteger(env, "PORT", 8080, 0, 65_535);
  const database_url = readDatabaseUrl(env);
  const production = env["NODE_ENV"] === "production";
  const role = argv.find((word) => word.startsWith("--role="))?.slice("--role=".length) ?? "all";
  if (role !== "all" && role !== "web" && role !== "worker") {
    throw new ConfigError(`--role must be all, web or worker, not "${role}".`);
  }
  const fixtures = readBoolean(env, "MCP_FIXTURES") ?? false;
  if (fixtures && production)
    throw new ConfigError("MCP_FIXTURES is for conformance tests and refused in production.");
  const road_factor = Number(env["ROAD_FACTOR"] || ROAD_FACTOR);
  if (!(road_factor >= 1 && road_factor <= 5))
    throw new ConfigError("ROAD_FACTOR must be a number from 1 to 5.");
  const base_url = (readHttpUrl(env, "BASE_URL") ?? `http://localhost:${port}`).replace(/\/+$/, "");
  return {
    port,
    host: env["HOST"] || "0.0.0.0",
    base_url,
    data_dir: path.resolve(env["DATA_DIR"] || "data"),
    files: readFileStoreSettings(env),
    database_url,
    mqtt_url: readMqttUrl(env, "MQTT_URL"),
    mqtt_public_url: readMqttUrl(env, "MQTT_PUBLIC_URL") ?? `${base_url.replace(/^http/, "ws")}/mqtt`,
    mqtt_port: readInteger(env, "MQTT_PORT", 1884, 0, 65_535),
    mqtt_prefix: readMqttPrefix(env),
    otep_namespace: readOtepNamespace(env),
    demo: readBoolean(env, "DEMO") ?? (database_url === null && !production),
    demo_day: readInteger(env, "DEMO_DAY", 1, 1, 6),
    secret_key: env["SECRET_KEY"] || null,
    secret_key_replaced: readBoolean(env, "SECRET_KEY_REPLACED") ?? false,
    role,
    production,
    mcp_fixtures: fixtures,
    body_bytes_max: readInteger(env, "BODY_MEMORY_MB", 128, 32, 65_536) * 1024 * 1024,
    allowed_origins: origins(env, "ALLOWED_ORIGINS"),
    console_origins: origins(env, "CONSOLE_ORIGINS"),
    metrics_token: readMetricsToken(env),
    log_level: readLogLevel(env),
    road_factor,
    geocoder_url: readHttpUrl(env, "GEOCODER_URL"),
    road_matrix_url: readHttpUrl(env, "ROAD_MATRIX_URL"),
    road_matrix_source: readRoadSource(env),
    road_matrix_size: readInteger(env, "ROAD_MATRIX_SIZE", 100, 2, 1000),
    identity_providers: readIdentityProviders(env),
    limits: readRateLimits(env),
    redis_url: readRedisUrl(env),
    name_servers: readNameServers(env),
    private_addresses: readBoolean(env, "PRIVATE_ADDRESSES") ?? false,
    smtp: readSmtpAccount(env),
    sms: readSmsAccount(env),
    allows_sms_outbox: readBoolean(env, "SMS_OUTBOX") ?? !production,
    worker_niceness: readInteger(env, "WORKER_NICENESS", 19, 0, 19),
    database_connections: readInteger(env, "DATABASE_CONNECTIONS", 16, 1, 500),
    database_system_connections: readInteger(env, "DATABASE_SYSTEM_CONNECTIONS", 5, 2, 500),
    shutdown_delay_s: readInteger(env, "SHUTDOWN_DELAY_S", production ? 5 : 0, 0, 300),
    shutdown_timeout_s: readInteger(env, "SHUTDOWN_TIMEOUT_S", 20, 0, 3600),
  };
}

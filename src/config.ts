/** Configuration: environment variables, read once, each with a default. Listed in `.env.example`. */
import path from "node:path";
import type { S3Settings } from "#platform/files/s3.ts";
import type { SmtpAccount } from "#providers/email/port.ts";
import type { SmsAccount } from "#providers/sms/port.ts";
import { ConfigError, httpUrl, integer, switchOf, url } from "./config/env.ts";
import { filesIn } from "./config/files.ts";
import { type IdentityProviderSetting, identityProviders } from "./config/identity.ts";
import { type LimitSettings, limitsOf } from "./config/limits.ts";
import { smsAccount, smtpAccount } from "./config/messages.ts";
import { otepNamespace } from "./config/otep.ts";

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
  /** Base of URIs that tracking documents make up. */
  otep_namespace: string;
  demo: boolean;
  demo_day: number;
  /** Null: kept in the data folder. */
  secret_key: string | null;
  role: "all" | "web" | "worker";
  production: boolean;
  mcp_fixtures: boolean;
  allowed_origins: string[];
  log_level: string;
  road_factor: number;
  geocoder_url: string | null;
  road_matrix_url: string | null;
  /** Coordinates in one request to it. */
  road_matrix_size: number;
  identity_providers: IdentityProviderSetting[];
  private_addresses: boolean;
  /** Limits of calls by their names, instead of those that operations declare; null for none. */
  limits: LimitSettings;
  /** The installation's mail server and text message vendor; businesses may have their own. */
  smtp: SmtpAccount | null;
  sms: SmsAccount | null;
  outbox_counts: boolean;
}

function databaseUrl(env: NodeJS.ProcessEnv): string | null {
  const text = env["DATABASE_URL"] || null;
  // Not quoted in the message: it may hold a password.
  if (text !== null && !/^postgres(ql)?:\/\//.test(text))
    throw new ConfigError("DATABASE_URL must begin with postgres:// or postgresql://.");
  return text;
}

/** Levels of pino. */
const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

function logLevel(env: NodeJS.ProcessEnv): string {
  const text = env["LOG_LEVEL"] || "info";
  if (!LOG_LEVELS.includes(text))
    throw new ConfigError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(", ")}, not "${text}".`);
  return text;
}

function origins(env: NodeJS.ProcessEnv): string[] {
  const words = (env["ALLOWED_ORIGINS"] ?? "").split(",").map((word) => word.trim());
  return words
    .filter((word) => word !== "")
    .map((word) => {
      if (!/^https?:\/\/[^/]+\/?$/.test(word) || !URL.canParse(word))
        throw new ConfigError(
          `ALLOWED_ORIGINS must be origins such as https://inspector.example, not "${word}".`,
        );
      return new URL(word).origin;
    });
}

function mqttUrl(env: NodeJS.ProcessEnv): string | null {
  const text = url(env, "MQTT_URL");
  // Not quoted in the message: it may hold a password.
  if (text !== null && !["mqtt:", "mqtts:", "ws:", "wss:"].includes(new URL(text).protocol))
    throw new ConfigError("MQTT_URL must begin with mqtt://, mqtts://, ws:// or wss://.");
  return text;
}

/** The beginning of every topic: one or more levels. */
function mqttPrefix(env: NodeJS.ProcessEnv): string {
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
  const port = integer(env, "PORT", 8080, 0, 65_535);
  const database_url = databaseUrl(env);
  const production = env["NODE_ENV"] === "production";
  const role = argv.find((word) => word.startsWith("--role="))?.slice("--role=".length) ?? "all";
  if (role !== "all" && role !== "web" && role !== "worker") {
    throw new ConfigError(`--role must be all, web or worker, not "${role}".`);
  }
  const fixtures = switchOf(env, "MCP_FIXTURES") ?? false;
  if (fixtures && production)
    throw new ConfigError("MCP_FIXTURES is for conformance tests and refused in production.");
  const road_factor = Number(env["ROAD_FACTOR"] || "1.3");
  if (!(road_factor >= 1 && road_factor <= 5))
    throw new ConfigError("ROAD_FACTOR must be a number from 1 to 5.");
  return {
    port,
    host: env["HOST"] || "0.0.0.0",
    base_url: (httpUrl(env, "BASE_URL") ?? `http://localhost:${port}`).replace(/\/+$/, ""),
    data_dir: path.resolve(env["DATA_DIR"] || "data"),
    files: filesIn(env),
    database_url,
    mqtt_url: mqttUrl(env),
    mqtt_port: integer(env, "MQTT_PORT", 1884, 0, 65_535),
    mqtt_prefix: mqttPrefix(env),
    otep_namespace: otepNamespace(env),
    demo: switchOf(env, "DEMO") ?? (database_url === null && !production),
    demo_day: integer(env, "DEMO_DAY", 1, 1, 6),
    secret_key: env["SECRET_KEY"] || null,
    role,
    production,
    mcp_fixtures: fixtures,
    allowed_origins: origins(env),
    log_level: logLevel(env),
    road_factor,
    geocoder_url: httpUrl(env, "GEOCODER_URL"),
    road_matrix_url: httpUrl(env, "ROAD_MATRIX_URL"),
    road_matrix_size: integer(env, "ROAD_MATRIX_SIZE", 100, 2, 1000),
    identity_providers: identityProviders(env),
    limits: limitsOf(env),
    private_addresses: switchOf(env, "PRIVATE_ADDRESSES") ?? false,
    smtp: smtpAccount(env),
    sms: smsAccount(env),
    outbox_counts: switchOf(env, "SMS_OUTBOX") ?? !production,
  };
}

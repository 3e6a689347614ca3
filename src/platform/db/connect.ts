/**
 * The three doors into one PostgreSQL.
 *
 * - `owner`: migrations and the job queue's own schema.
 * - `service`: bound by row-level security to the business of its transaction.
 * - `system`: every row; used only by the doors of `src/platform/`.
 *
 * Timestamps arrive as ISO 8601 text, `int8` as a number: no Date object per cell.
 */
import pg from "pg";
import { openScope } from "./statement.ts";

export const SERVICE_ROLE = "packhorse_service";
export const SYSTEM_ROLE = "packhorse_system";

const TIMESTAMPTZ = 1184;
const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;

/** `2026-11-20 03:16:57.12+00` becomes `2026-11-20T03:16:57.120Z`; the connection's time zone is UTC. */
export function isoOfTimestamp(text: string): string {
  const day = text.slice(0, 10);
  const clock = text.slice(11, 19);
  const point = text.indexOf(".", 19);
  const zone = text.lastIndexOf("+");
  const millis =
    point < 0
      ? "000"
      : text
          .slice(point + 1, zone < 0 ? undefined : zone)
          .slice(0, 3)
          .padEnd(3, "0");
  return `${day}T${clock}.${millis}Z`;
}

const parsers = new Map<number, (text: string) => unknown>([
  [TIMESTAMPTZ, isoOfTimestamp],
  [INT8, Number],
  [NUMERIC, Number],
  [DATE, (text) => text],
]);

const types = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    return parsers.get(oid) ?? pg.types.getTypeParser(oid, format);
  },
};

export interface Pools {
  owner: pg.Pool;
  service: pg.Pool;
  system: pg.Pool;
  end(): Promise<void>;
}

export interface ConnectOptions {
  config: pg.ClientConfig;
  /** Connections of the service role; the others take a few more. */
  service_connections?: number;
  /** Told of errors of idle connections, which would end the process when unheard. */
  onError(error: Error): void;
}

/** PostgreSQL settings of the two roles that answer requests. */
function optionsOf(role: string): string {
  return [
    `-c role=${role}`,
    "-c timezone=UTC",
    "-c plan_cache_mode=force_generic_plan",
    "-c jit=off",
    "-c statement_timeout=30000",
    "-c idle_in_transaction_session_timeout=30000",
    "-c lock_timeout=20000",
  ].join(" ");
}

export function connect({ config, service_connections = 10, onError }: ConnectOptions): Pools {
  const base = { ...config, types, allowExitOnIdle: false, connectionTimeoutMillis: 10_000 };
  const pool = (options: pg.PoolConfig) => {
    const made = new pg.Pool({ ...base, ...options });
    made.on("error", onError);
    // A connection that breaks while it is held reports it on the client as well.
    made.on("connect", (client) => client.on("error", onError));
    return made;
  };
  const owner = pool({ max: 3, options: "-c timezone=UTC", idleTimeoutMillis: 5_000 });
  const service = pool({
    max: service_connections,
    options: optionsOf(SERVICE_ROLE),
    pipeline: true,
    onConnect: openScope,
  } as pg.PoolConfig);
  const system = pool({
    max: 5,
    options: optionsOf(SYSTEM_ROLE),
    pipeline: true,
    onConnect: openScope,
  } as pg.PoolConfig);
  return {
    owner,
    service,
    system,
    async end() {
      await Promise.all([owner.end(), service.end(), system.end()]);
    },
  };
}

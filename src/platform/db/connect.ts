/**
 * The three connection pools of one PostgreSQL. ⏎
 *
 * - `owner`: migrations and the job queue's own schema.
 * - `service`: limited by row-level security to the business of its transaction.
 * - `system`: every row; used only by the system queries of `src/platform/`.
 *
 * The last two are shared between businesses (`fair-pool.ts`).
 *
 * Timestamps are returned as ISO 8601 text, to avoid a Date object per cell. `int8`, which ids are, is returned as a number:
 * exact up to 2^53, the largest integer that JSON clients can read.
 */
import pg from "pg";
import { FairPool } from "./fair-pool.ts";
import { openScope } from "./statement.ts";

export const SERVICE_ROLE = "packhorse_service";
export const SYSTEM_ROLE = "packhorse_system";

const TIMESTAMPTZ = 1184;
const INT8 = 20;
const INT8_ARRAY = 1016;
const NUMERIC = 1700;
const DATE = 1082;

/** `2026-11-20 03:16:57.12+00` becomes `2026-11-20T03:16:57.120Z`; the connection's time zone is UTC. */
export function parseTimestamp(text: string): string {
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

const TEXT_ARRAY: number = 1009;
const parseArray = pg.types.getTypeParser(TEXT_ARRAY) as (text: string) => (string | null)[];

const parsers = new Map<number, (text: string) => unknown>([
  [TIMESTAMPTZ, parseTimestamp],
  [INT8, Number],
  [INT8_ARRAY, (text) => parseArray(text).map((one) => (one === null ? null : Number(one)))],
  [NUMERIC, Number],
  [DATE, (text) => text],
]);

/** How columns are read, for each connection that reads rows. */
export const columnTypes = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    return parsers.get(oid) ?? pg.types.getTypeParser(oid, format);
  },
};

export interface Pools {
  owner: pg.Pool;
  service: FairPool;
  system: FairPool;
  end(): Promise<void>;
}

export interface ConnectOptions {
  config: pg.ClientConfig;
  /** Maximum connections of each role; the owner uses `OWNER_CONNECTIONS` more, and signals one. */
  service_connections?: number;
  system_connections?: number;
  /** Called for errors of idle connections, which would end the process if unhandled. */
  onError(error: Error): void;
}

/** How long a statement may wait for a connection. */
const CONNECTION_WAIT_MS = 10_000;
/** How long a statement may wait for a lock. */
const LOCK_MS = 8000;

/**
 * Settings of a connection. They are sent as its first statements and not in its startup packet: poolers drop
 * startup parameters they do not know, including the role, and the connection would then act as the owner.
 */
function connectionSettings(role: string | null): string {
  const settings = ["deallocate all", `set role ${role ?? "none"}`, "set timezone to 'UTC'"];
  if (role !== null)
    settings.push(
      "set plan_cache_mode to force_generic_plan",
      "set jit to off",
      "set statement_timeout to 30000",
      "set idle_in_transaction_session_timeout to 30000",
      // Less than a statement may wait for a connection: those before it are refused first.
      `set lock_timeout to ${LOCK_MS}`,
    );
  return `${settings.join("; ")}; select current_user as name`;
}

/** A connection does not act as the requested role. */
export class ConnectionRoleError extends Error {}

/** Sets the role of a new connection and verifies it; null for the login itself. */
export async function setRole(client: pg.ClientBase, role: string | null): Promise<void> {
  const answers = (await client.query(connectionSettings(role))) as unknown as pg.QueryResult<{
    name: string;
  }>[];
  const name = answers.at(-1)?.rows[0]?.name;
  if (role !== null && name !== role)
    throw new ConnectionRoleError(
      `A connection of DATABASE_URL acts as ${name} where ${role} was asked for, so that row-level security would not bind it: connect to PostgreSQL itself, or through a pooler in session mode.`,
    );
}

/** For migrations and the job queue. */
const OWNER_CONNECTIONS = 3;

export function connect({
  config,
  service_connections = 16,
  system_connections = 5,
  onError,
}: ConnectOptions): Pools {
  const base = {
    ...config,
    types: columnTypes,
    allowExitOnIdle: false,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
  };
  const reporting = <Pool extends pg.Pool>(pool: Pool) => {
    pool.on("error", onError);
    // A connection that breaks while it is checked out also reports the error on its client.
    pool.on("connect", (client) => client.on("error", onError));
    return pool;
  };
  const owner = reporting(
    new pg.Pool({
      ...base,
      max: OWNER_CONNECTIONS,
      idleTimeoutMillis: 5_000,
      onConnect: (client: pg.ClientBase) => setRole(client, null),
    } as pg.PoolConfig),
  );
  const rolePool = (role: string, max: number) => {
    const options = {
      ...base,
      max,
      pipeline: true,
      // In one round trip.
      onConnect: (client: pg.ClientBase) => Promise.all([setRole(client, role), openScope(client)]),
    };
    return reporting(new FairPool(options));
  };
  const service = rolePool(SERVICE_ROLE, service_connections);
  const system = rolePool(SYSTEM_ROLE, system_connections);
  return {
    owner,
    service,
    system,
    async end() {
      await Promise.all([owner.end(), service.end(), system.end()]);
    },
  };
}

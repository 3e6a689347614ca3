/**
 * A migrated database for one test process. Under `npm test` the server and a template already exist; a file
 * that is run alone starts an embedded server in a temporary folder.
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { connect } from "#platform/db/connect.ts";
import { startEmbeddedDatabase } from "#platform/db/embedded/supervise.ts";
import { migrate } from "#platform/db/migrate.ts";

export interface TestDatabase {
  config: pg.ClientConfig;
  drop(): Promise<void>;
}

interface Server {
  config: pg.ClientConfig;
  template: string | null;
  /** How the template is copied. */
  strategy?: CopyStrategy;
  stop(): Promise<void>;
}

/**
 * Copying files is ten times as fast as writing their pages to the log where the server does not sync, and ten times
 * as slow where it does.
 */
export type CopyStrategy = "file_copy" | "wal_log";

/** Settings that `scripts/test.ts` passes to each test process. */
const HANDED = "PACKHORSE_TEST_SERVER";

async function openServer(): Promise<Server> {
  const handed = process.env[HANDED];
  if (handed !== undefined) return { ...JSON.parse(handed), stop: async () => {} };
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-test-"));
  const embedded = await startEmbeddedDatabase({
    data_dir: folder,
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "100" },
  });
  return {
    config: embedded.config,
    template: null,
    async stop() {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const nameFinished = (template: string | null) => `finished with ${template}`;

/** Drops the databases of one run whose tests have ended, one after the other. */
export async function dropFinished(config: pg.ClientConfig, template: string): Promise<void> {
  await asOwner(config, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select datname as name from pg_database where shobj_description(oid, 'pg_database') = $1",
      [nameFinished(template)],
    );
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
  });
}

export async function openTestDatabase(): Promise<TestDatabase> {
  const server = await openServer();
  return makeDatabase(server, server.template);
}

/** A database without tables, for tests of the start. */
export async function openEmptyDatabase(): Promise<TestDatabase> {
  return makeDatabase(await openServer(), null, false);
}

async function makeDatabase(server: Server, template: string | null, migrated = true): Promise<TestDatabase> {
  const name = `packhorse_test_${randomBytes(6).toString("hex")}`;
  const copied = template === null ? "" : ` template ${template} strategy ${server.strategy ?? "wal_log"}`;
  await asOwner(server.config, async (client) => {
    await client.query(`create database ${name}${copied}`);
    // No test ends a server that is handed to it, so that none needs to find its commits on the disk.
    await client.query(`alter database ${name} set synchronous_commit = off`);
  });
  const config = onDatabase(server.config, name);
  if (migrated && template === null) await migrateDatabase(config);
  return {
    config,
    async drop() {
      await asOwner(server.config, (client) =>
        client.query(
          // Dropping waits for the disk where the server syncs: the process that runs all tests does that beside them.
          server.strategy === "wal_log"
            ? `comment on database ${name} is '${nameFinished(server.template)}'`
            : `drop database if exists ${name} with (force)`,
        ),
      );
      await server.stop();
    },
  };
}

/** The same database as `DATABASE_URL` names it, for another login where one is given. */
export function databaseUrl(config: pg.ClientConfig, login?: { user: string; password: string }): string {
  const url = new URL(
    config.connectionString ??
      `postgres://${config.user}@localhost/${config.database}?host=${encodeURIComponent(config.host ?? "")}&port=${config.port}`,
  );
  if (login !== undefined) Object.assign(url, { username: login.user, password: login.password });
  return url.href;
}

/**
 * Ids that tests see do not fit 32 bits, except those of businesses: a column or a cast that is too small fails. Those of two
 * tables differ: an id that is taken for one of another table is unknown there.
 */
const START_ABOVE_32_BITS = `select setval(s.seqrelid, 2147483648 + 1000000 * row_number() over (order by c.relname)) from pg_sequence s join pg_class c on c.oid = s.seqrelid
  where s.seqtypid = 'bigint'::regtype and c.relnamespace = 'public'::regnamespace`;

export async function migrateDatabase(config: pg.ClientConfig): Promise<void> {
  const pools = connect({ config, onError: () => {} });
  try {
    await migrate(pools.owner);
    await pools.owner.query(START_ABOVE_32_BITS);
  } finally {
    await pools.end();
  }
}

/** The same server, another database. */
export function onDatabase(config: pg.ClientConfig, database: string): pg.ClientConfig {
  if (config.connectionString === undefined) return { ...config, database };
  const url = new URL(config.connectionString);
  url.pathname = `/${database}`;
  return { ...config, connectionString: url.href };
}

export async function asOwner<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

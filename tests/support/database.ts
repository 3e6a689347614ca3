/**
 * A migrated database for one test process. Under `npm test` the server and a template are there already;
 * a file that is run alone starts an embedded server of its own in a temporary folder.
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
  stop(): Promise<void>;
}

/** What `scripts/test.ts` hands to each test process. */
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

export async function openTestDatabase(): Promise<TestDatabase> {
  const server = await openServer();
  const name = `packhorse_test_${randomBytes(6).toString("hex")}`;
  await asOwner(server.config, (client) =>
    client.query(`create database ${name}${server.template === null ? "" : ` template ${server.template}`}`),
  );
  const config = onDatabase(server.config, name);
  if (server.template === null) await migrateDatabase(config);
  return {
    config,
    async drop() {
      await asOwner(server.config, (client) => client.query(`drop database if exists ${name} with (force)`));
      await server.stop();
    },
  };
}

export async function migrateDatabase(config: pg.ClientConfig): Promise<void> {
  const pools = connect({ config, onError: () => {} });
  try {
    await migrate(pools.owner);
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

/**
 * Detects a connection pooler between this process and PostgreSQL, at the start.
 *
 * A pooler in session mode gives each client its own server connection and works. In transaction mode the server
 * connection changes after every transaction: role, prepared statements, LISTEN and session locks would belong to
 * another client. Refused rather than supported: docs/decisions/0010-owner-and-poolers.md.
 */
import pg from "pg";
import { ConnectionRoleError, type Pools, SERVICE_ROLE } from "./connect.ts";
import { readOnlyDb } from "./db.ts";

/** The database cannot be used through the pooler; the message says why, in one sentence. */
export class PoolerError extends Error {}

/** Clients that hold a transaction at once while we check whether they got our server connection. */
const PROBE_CLIENTS = 4;
const TIMEOUT_MS = 3000;

export async function refuseTransactionPooling(config: pg.ClientConfig): Promise<void> {
  if (await sharesConnections(config))
    throw new PoolerError(
      "DATABASE_URL names a pooler that gives one connection of PostgreSQL to several clients in turn (transaction pooling), and role, locks and notifications belong to a connection: name PostgreSQL itself, or a pool in session mode.",
    );
}

async function sharesConnections(config: pg.ClientConfig): Promise<boolean> {
  const clients: pg.Client[] = [];
  const open = async () => {
    const client = new pg.Client({
      ...config,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    client.on("error", () => {});
    await client.connect();
    clients.push(client);
    return client;
  };
  try {
    const ours = await open();
    const pid = await readServer(ours);
    // A pooler invents the backend pid that it reports to its clients; PostgreSQL's own is that of the server
    // process.
    if ((ours as unknown as { processID: number }).processID === pid) return false;
    for (let count = 0; count < PROBE_CLIENTS; count += 1) {
      const other = await open().catch(() => undefined);
      if (other === undefined) return false;
      await other.query("begin");
      if ((await readServer(other)) === pid || (await readServer(ours)) !== pid) return true;
    }
    return false;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}

async function readServer(client: pg.Client): Promise<number | undefined> {
  return (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid;
}

/** Reads one business the way the service does: with its role, under its scope, subject to row-level security. */
export async function checkRowSecurity(pools: Pools): Promise<void> {
  const pool_session = await readOnlyDb(pools.service, 0).row<{
    role: string;
    business: string;
    bound: boolean;
  }>(
    `select current_user as role, current_setting('app.business_id', true) as business,
       row_security_active('business'::regclass) as bound`,
  );
  if (pool_session?.role !== SERVICE_ROLE || pool_session.business !== "0" || !pool_session.bound)
    throw new ConnectionRoleError(
      `Row-level security does not bind the connections of DATABASE_URL: ${JSON.stringify(pool_session)} where ${SERVICE_ROLE}, business 0 and bound were asked for; connect to PostgreSQL itself, or through a pooler in session mode.`,
    );
}

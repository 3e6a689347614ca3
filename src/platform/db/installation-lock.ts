/**
 * One lock for the whole database, for work that only one process may do at a time when several start together:
 * migrations, the job queue's own schema. It is a session lock, so it ends with its connection.
 */
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";

const KEYS = { schema: 7_160_419, demo: 7_160_420 } as const;
/** The lock is polled, so that a process that must stop need not wait for it. */
const RETRY_MS = 100;

export interface LockOptions {
  /** The work to lock; one lock for each kind. Default: the schema. */
  what?: keyof typeof KEYS;
  signal?: AbortSignal;
  /** Called once, when another process holds the lock. */
  onWait?: () => void;
}

/** Runs `work` while this process holds the lock, on the connection that holds it. */
export async function withInstallationLock<T>(
  owner: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  { what = "schema", signal, onWait }: LockOptions = {},
): Promise<T> {
  const client = await owner.connect();
  let broken: Error | undefined;
  try {
    for (let tries = 0; !(await tryLock(client, KEYS[what])); tries += 1) {
      if (tries === 0) onWait?.();
      await wait(RETRY_MS, undefined, { signal });
    }
    try {
      return await work(client);
    } finally {
      // A connection that cannot release the lock is closed, which releases it.
      await client.query("select pg_advisory_unlock($1)", [KEYS[what]]).catch((error: Error) => {
        broken = error;
      });
    }
  } finally {
    client.release(broken);
  }
}

/** False while another session holds it. */
async function tryLock(client: pg.PoolClient, key: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [key]);
  return rows[0]?.taken === true;
}

/** Whether consumers of the event log have read what a business emitted, so that nothing of it is lost by a move. */
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { Pools } from "#platform/db/connect.ts";
import { TransferError } from "./error.ts";

/** A running service saves the positions of its consumers within two seconds. */
const WAIT_MS = 10_000;
const PAUSE_MS = 500;

const FIND_UNREAD = `select r.name, count(*)::int as events from event_reader r join event e
     on e.business_id = $1 and not pg_visible_in_snapshot(e.xid, r.position::pg_snapshot)
    and (r.until is null or e.id > r.last_id or not pg_visible_in_snapshot(e.xid, r.until::pg_snapshot))
  where r.name = any($2) group by r.name order by r.name`;

/**
 * Runs `work` in a read transaction of the business, under row-level security, whose snapshot has all that the
 * consumers `readers` did for its events. Waits for them, and throws `TransferError` when they do not come.
 */
export async function withReadSnapshot<T>(
  { service, system }: Pools,
  business_id: number,
  readers: readonly string[],
  work: (client: pg.PoolClient) => Promise<T>,
  wait_ms = WAIT_MS,
): Promise<T> {
  const until = performance.now() + wait_ms;
  const client = await service.connectFor(business_id);
  try {
    for (;;) {
      await client.query("begin isolation level repeatable read read only");
      await client.query(
        "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0",
      );
      await client.query("select set_config('app.business_id', $1, true)", [String(business_id)]);
      const unread = await findUnread(client, system, business_id, readers);
      if (unread.length === 0) return await work(client);
      if (performance.now() > until)
        throw new TransferError(
          `Events of the business are not read yet: ${unread.map(({ name, events }) => `${events} by ${name}`).join(", ")}. Start the service, which reads them within seconds unless its log says why not, and export again.`,
        );
      await client.query("rollback");
      await wait(PAUSE_MS);
    }
  } finally {
    await client.query("rollback").catch(() => {});
    client.release();
  }
}

/** The positions in the same snapshot: a consumer saves what it did before its position. */
async function findUnread(
  client: pg.PoolClient,
  system: pg.Pool,
  business_id: number,
  readers: readonly string[],
): Promise<{ name: string; events: number }[]> {
  const { rows } = await client.query<{ id: string }>("select pg_export_snapshot() as id");
  const other = await system.connect();
  try {
    await other.query("begin isolation level repeatable read read only");
    await other.query(`set transaction snapshot '${rows[0]?.id}'`);
    return (await other.query(FIND_UNREAD, [business_id, readers])).rows;
  } finally {
    await other.query("rollback").catch(() => {});
    other.release();
  }
}

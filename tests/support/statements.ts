/** Records the SQL statements that requests send, so that a test can compare two requests. */
import type pg from "pg";
import type { TestService } from "./service.ts";

/** Sent once a second, whatever requests do: what waits of the audit log, and the counts of limits. */
const OF_TIMERS =
  /^\s*(insert into audit .* as grouped\(|(insert into|delete from|select .* join) limit_count )/;

/** Texts of the statements that requests send while `work` runs, in order. */
export async function recordStatements(
  service: TestService,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const texts: string[] = [];
  const restore: (() => void)[] = [];
  const { pools } = service.runtime;
  const watch = (client: pg.PoolClient) => {
    const { query } = client;
    client.query = ((statement: string | { text?: string }, ...rest: unknown[]) => {
      const text = (typeof statement === "string" ? statement : (statement.text ?? "")).replaceAll(
        /\s+/g,
        " ",
      );
      if (!OF_TIMERS.test(text)) texts.push(text);
      return (query as (...args: unknown[]) => unknown).call(client, statement, ...rest);
    }) as never;
    restore.push(() => {
      client.query = query;
    });
  };
  const watched = new Set<pg.PoolClient>();
  const acquired = (client: pg.PoolClient) => {
    if (watched.has(client)) return;
    watched.add(client);
    watch(client);
  };
  for (const pool of [pools.service, pools.system]) pool.on("acquire", acquired);
  try {
    await work();
  } finally {
    for (const pool of [pools.service, pools.system]) pool.off("acquire", acquired);
    for (const undo of restore) undo();
  }
  return texts;
}

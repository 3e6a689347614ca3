/** Row locks of accounts: they serialise the counters and the events of an account. */
import type { Db } from "#platform/db/db.ts";

/** Until the transaction ends, nobody else changes these accounts or writes their events. */
export async function lockAccounts(db: Db, ids: readonly (number | null)[]): Promise<void> {
  await db.execute("select 1 from account where id = any($1::bigint[]) order by id for no key update", [
    [...ids],
  ]);
}

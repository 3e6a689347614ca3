/** Accounts one after the other: what is counted of one holds, and its events follow each other. */
import type { Db } from "#platform/db/db.ts";

/** Nobody else changes these accounts, or writes their events, before the transaction ends. */
export async function lockAccounts(db: Db, ids: readonly (number | null)[]): Promise<void> {
  await db.execute("select 1 from account where id = any($1::int[]) order by id for no key update", [
    [...ids],
  ]);
}

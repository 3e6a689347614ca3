/** Shared counts in an unlogged table: after a crash of the database they start again. */
import type pg from "pg";
import { systemDb } from "#platform/db/db.ts";
import type { CountStore, Slot } from "./shared-counts.ts";

/** How often each process deletes what has expired. */
const CLEAN_MS = 60_000;

export function createDatabaseCounts(system: pg.Pool): CountStore {
  let cleaned_at = 0;
  return {
    async exchange(keys, added, now) {
      const db = systemDb(system);
      if (now - cleaned_at >= CLEAN_MS) {
        cleaned_at = now;
        await db.execute("delete from limit_count where expires_at <= $1", [new Date(now)]);
      }
      // Sorted, so that the batches of two processes lock rows in one order.
      if (added.length > 0)
        await db.execute(
          `insert into limit_count (key, slot, count, expires_at)
           select key, slot, count, to_timestamp(expires_at / 1000.0)
             from json_to_recordset($1::json) as a(key text, slot bigint, count int, expires_at bigint) order by key, slot
           on conflict (key, slot) do update set count = limit_count.count + excluded.count,
             expires_at = greatest(limit_count.expires_at, excluded.expires_at)`,
          [JSON.stringify(added)],
        );
      return db.rows<Omit<Slot, "expires_at">>(
        `select c.key, c.slot, c.count from json_to_recordset($1::json) as k(key text, since bigint)
           join limit_count c on c.key = k.key and c.slot >= k.since`,
        [JSON.stringify(keys)],
      );
    },
    async close() {},
  };
}

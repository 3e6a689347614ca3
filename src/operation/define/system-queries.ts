/**
 * Queries across businesses, as the system role: who a token belongs to, who signs in with an address, which business a
 * tracking number belongs to. Nothing else may look across businesses.
 *
 * Each family defines those of its tables in `src/domain/<area>/<family>/system-queries.ts`, found by folder like
 * operations are. What `src/operation` itself reads is declared in `caller/caller-queries.ts` and defined by families too.
 */
import assert from "node:assert";
import type pg from "pg";
import { type Db, systemDb } from "#platform/db/db.ts";
import type { CallerQueries } from "../caller/caller-queries.ts";

/** All of them. Each family adds its own: `interface SystemQueries extends AccountQueries {}`. */
export interface SystemQueries extends CallerQueries {}

interface SystemAccess {
  db: Db;
  pool: pg.Pool;
}

export interface SystemQuerySet {
  is_system_query_set: true;
  create(access: SystemAccess): object;
}

export function defineSystemQueries<Queries extends object>(
  create: (access: SystemAccess) => Queries,
): SystemQuerySet {
  return { is_system_query_set: true, create };
}

export function createSystemQueries(sets: readonly SystemQuerySet[], system: pg.Pool): SystemQueries {
  const all: Record<string, unknown> = {};
  const db = systemDb(system);
  for (const set of sets) {
    for (const [name, query] of Object.entries(set.create({ db, pool: system }))) {
      assert(!(name in all), `Two system queries are named ${name}.`);
      all[name] = query;
    }
  }
  return all as unknown as SystemQueries;
}

/**
 * The system queries of a run inside a transaction. Each takes a connection of its own, and transactions that wait for
 * one while they hold theirs can wait for each other: they belong in `prepare`.
 */
export const unavailableInTransaction: SystemQueries = new Proxy({} as SystemQueries, {
  get(_queries, name) {
    throw new Error(`${String(name)} was called inside a transaction: system queries belong in prepare.`);
  },
});

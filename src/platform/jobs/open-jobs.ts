/** Queued and active jobs of a queue, in the order workers take them. They belong to all businesses: show counts only. */
import type { Db } from "#platform/db/db.ts";

export interface OpenJob {
  id: string;
  data: Record<string, unknown>;
  state: "created" | "retry" | "active";
  /** Higher values run first. */
  priority: number;
  started_at: string | null;
}

const JOBS_MAX = 5000;

/** Active jobs first, then the queued ones in the order in which they will run. */
export async function listOpenJobs(db: Db, name: string): Promise<OpenJob[]> {
  // The first process of a new installation serves requests before the tables of the queue exist; then nothing is
  // queued.
  const schema = await db.row<{ is_ready: boolean }>(
    "select has_schema_privilege(oid, 'usage') as is_ready from pg_namespace where nspname = 'pgboss'",
  );
  if (schema?.is_ready !== true) return [];
  return db.rows<OpenJob>(
    `select id, data, state::text as state, priority, started_on as started_at from pgboss.job
      where name = $1 and state in ('created', 'retry', 'active')
      order by state = 'active' desc, priority desc, created_on, id limit ${JOBS_MAX}`,
    [name],
  );
}

/**
 * Allows one sender at a time until the end of the transaction, so that no job is added between reading the queue
 * and adding to it.
 */
export async function lockQueue(db: Db, name: string): Promise<void> {
  await db.execute("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`queue ${name}`]);
}

/** Removes a job that has not started from its queue. */
export async function cancelWaitingJob(db: Db, name: string, id: string): Promise<void> {
  await db.execute(
    "update pgboss.job set state = 'cancelled', completed_on = now() where name = $1 and id = $2::uuid and state in ('created', 'retry')",
    [name, id],
  );
}

/**
 * Job queue on pg-boss: jobs are enqueued in the caller's transaction and run after its commit, at least once.
 *
 * The owner migrates the queue's schema and creates its queues; the service role may only send.
 */

import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { type JobWithMetadata, PgBoss } from "pg-boss";
import { SERVICE_ROLE, SYSTEM_ROLE } from "#platform/db/connect.ts";
import { withInstallationLock } from "#platform/db/installation-lock.ts";

const SCHEMA = "pgboss";

interface QueueSpec {
  name: string;
  retries: number;
  expires_s: number;
  /** Largest number of concurrent jobs of this name in one process; 1 when absent. */
  concurrency?: number;
  /** See `JobDefinition`. */
  unique?: "queued" | "unfinished";
}

/** What pg-boss calls a queue that drops a job while an earlier one with its key is queued, or queued or active. */
const POLICIES = { queued: "short", unfinished: "exclusive" } as const;

interface SentJob {
  name: string;
  data: Record<string, unknown>;
  unique_key?: string;
  start_after_s?: number;
  priority?: number;
}

type Execute = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>;

export interface Queue {
  /** Enqueues in the caller's transaction; throws `QueueUnavailable` when the queue does not start in time. */
  send(job: SentJob, execute: Execute): Promise<void>;
  /** Settles when the queue runs for the first time, or is stopped before that. */
  started: Promise<void>;
  /** True once jobs can be enqueued and, in a worker process, are run. */
  isRunning(): boolean;
  /** Takes no more jobs; active jobs continue, and jobs can still be enqueued. */
  pause(): Promise<void>;
  /** Waits this long for active jobs; after that another process gets them. */
  stop(limit_ms: number): Promise<void>;
}

export interface QueueOptions {
  owner: pg.Pool;
  specs: readonly QueueSpec[];
  /** Runs a job; null in a process that only enqueues. */
  run: ((name: string, data: Record<string, unknown>, is_last_run: boolean) => Promise<void>) | null;
  onError(error: Error): void;
}

/** The queue of this process has not started yet. */
export class QueueUnavailable extends Error {}

/** A job whose process sent no heartbeat for this long is given to another worker, without waiting until it expires. */
const HEARTBEAT_TIMEOUT_S = 20;
/** How often each process looks for such jobs, and how long the other processes then skip it. */
const CHECK_S = { every: 15, rest: 10 } as const;

/** How often each process asks which queues have jobs to run: one statement for all, after which their workers take them. */
const POLL_MS = 500;
/** A worker that nobody wakes looks by itself. */
const WORKER_POLL_S = 30;
const WAITING_QUEUES = `select queue.name from unnest($1::text[]) queue (name) where exists (
  select 1 from ${SCHEMA}.job j where j.name = queue.name and j.state < 'active' and not j.blocked and j.start_after < now())`;

/** Pauses between attempts to start; they double. */
const PAUSE_MS = { first: 250, max: 15_000 } as const;
/** A transaction that enqueues a job waits this long for the start, holding its locks. */
const SEND_WAIT_MS = 10_000;

/**
 * Starts at once and retries for ever: an unreachable database, or a right that is missing for now, must not leave
 * a process that serves requests but loses the jobs they enqueue.
 */
export function openQueue({ owner, specs, run, onError }: QueueOptions): Queue {
  const stopping = new AbortController();
  let boss: PgBoss | undefined;
  let polling: Promise<void> | undefined;
  const { promise: running, resolve } = Promise.withResolvers<PgBoss>();

  /** One attempt, all or nothing: after a failure everything it started is stopped. */
  async function attempt(): Promise<PgBoss> {
    const boss = new PgBoss({
      schema: SCHEMA,
      db: { executeSql: (text: string, values?: unknown[]) => owner.query(text, values) as never },
      // Schedules and maintenance run in workers; a web process only sends.
      schedule: false,
      superviseIntervalSeconds: CHECK_S.every,
      monitorIntervalSeconds: CHECK_S.rest,
    } as never);
    boss.on("error", onError);
    try {
      await withInstallationLock(owner, () => prepare(boss, owner, specs), { signal: stopping.signal });
      if (run !== null) {
        const workers = new Map<string, readonly string[]>();
        for (const spec of specs) workers.set(spec.name, await work(boss, spec, run));
        polling = poll(boss, workers);
      }
      return boss;
    } catch (error) {
      await boss.stop({ graceful: false }).catch(onError);
      throw error;
    }
  }

  /** Wakes the workers (ids by queue) of queues that have jobs, until the queue is stopped. */
  async function poll(boss: PgBoss, workers: ReadonlyMap<string, readonly string[]>): Promise<void> {
    const names = [...workers.keys()];
    while (true) {
      await wait(POLL_MS, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        const { rows } = await owner.query<{ name: string }>(WAITING_QUEUES, [names]);
        for (const { name } of rows) for (const id of workers.get(name) ?? []) boss.notifyWorker(id);
      } catch (error) {
        onError(error as Error);
      }
    }
  }

  async function start(): Promise<void> {
    for (let pause_ms: number = PAUSE_MS.first; ; pause_ms = Math.min(2 * pause_ms, PAUSE_MS.max)) {
      try {
        boss = await attempt();
        resolve(boss);
        return;
      } catch (error) {
        if (stopping.signal.aborted) return;
        onError(error as Error);
      }
      await wait(pause_ms, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
    }
  }
  const starting = start();

  return {
    async send(job, execute) {
      const started = boss ?? (await waitForStart(running));
      await started.send(job.name, job.data, {
        heartbeatSeconds: HEARTBEAT_TIMEOUT_S,
        db: { executeSql: execute as never },
        ...(job.unique_key === undefined ? {} : { singletonKey: job.unique_key }),
        ...(job.start_after_s === undefined ? {} : { startAfter: job.start_after_s }),
        ...(job.priority === undefined ? {} : { priority: job.priority }),
      });
    },
    started: starting,
    isRunning: () => boss !== undefined && !stopping.signal.aborted,
    async pause() {
      stopping.abort();
      await starting;
      if (run !== null) for (const { name } of specs) await boss?.offWork(name, { wait: false });
    },
    async stop(limit_ms) {
      stopping.abort();
      await starting;
      await polling;
      await boss?.stop({ graceful: true, timeout: limit_ms });
    },
  };
}

async function waitForStart(running: Promise<PgBoss>): Promise<PgBoss> {
  const late = new AbortController();
  try {
    const started = await Promise.race([
      running,
      wait(SEND_WAIT_MS, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
    if (started === undefined) throw new QueueUnavailable("The job queue has not started.");
    return started;
  } finally {
    late.abort();
  }
}

/**
 * Creates the schema, the queues and the rights. Under the installation lock, because PostgreSQL refuses one of two
 * simultaneous GRANTs on the same object (`tuple concurrently updated`).
 */
async function prepare(boss: PgBoss, owner: pg.Pool, specs: readonly QueueSpec[]): Promise<void> {
  await boss.start();
  for (const spec of specs) {
    if ((await boss.getQueue(spec.name)) === null) {
      await boss.createQueue(spec.name, {
        ...(spec.unique === undefined ? {} : { policy: POLICIES[spec.unique] }),
        retryLimit: spec.retries,
        retryBackoff: true,
        retryDelay: 2,
        expireInSeconds: spec.expires_s,
      });
    }
  }
  await owner.query(`grant usage on schema ${SCHEMA} to ${SERVICE_ROLE}, ${SYSTEM_ROLE}`);
  await owner.query(
    `grant select, insert, update on all tables in schema ${SCHEMA} to ${SERVICE_ROLE}, ${SYSTEM_ROLE}`,
  );
  await owner.query(`grant execute on all functions in schema ${SCHEMA} to ${SERVICE_ROLE}, ${SYSTEM_ROLE}`);
}

/** Returns the ids of its workers. */
async function work(
  boss: PgBoss,
  { name, concurrency = 1 }: QueueSpec,
  run: NonNullable<QueueOptions["run"]>,
): Promise<string[]> {
  const worker_ids: string[] = [];
  for (let index = 0; index < concurrency; index += 1) {
    const worker_id = await boss.work<Record<string, unknown>>(
      name,
      { pollingIntervalSeconds: WORKER_POLL_S, includeMetadata: true },
      async (jobs) => {
        try {
          for (const job of jobs) {
            const { retryCount, retryLimit } = job as JobWithMetadata;
            await run(job.name, job.data, retryCount >= retryLimit);
          }
        } finally {
          // The next one is taken at once: pauses between jobs would limit a queue to two a second and worker.
          boss.notifyWorker(worker_id);
        }
      },
    );
    worker_ids.push(worker_id);
  }
  return worker_ids;
}

/**
 * Jobs over pg-boss: enqueued in the caller's transaction, run after its commit, at least once.
 *
 * The owner migrates the queue's schema and makes its queues; the service role may only send.
 */

import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { PgBoss } from "pg-boss";
import { SERVICE_ROLE, SYSTEM_ROLE } from "#platform/db/connect.ts";

const SCHEMA = "pgboss";

export interface QueueSpec {
  name: string;
  retries: number;
  expires_s: number;
}

export interface SentJob {
  name: string;
  data: Record<string, unknown>;
  singleton_key?: string;
  start_after_s?: number;
}

export type Execute = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>;

export interface Queue {
  send(job: SentJob, execute: Execute): Promise<void>;
  /** Run what is queued under a name; `concurrency` at a time in this process. */
  work(
    name: string,
    concurrency: number,
    run: (data: Record<string, unknown>, id: string) => Promise<void>,
  ): Promise<void>;
  stop(): Promise<void>;
}

/** A job whose process was not heard of for so long is given to another worker; it need not expire first. */
const SILENT_S = 20;
/** How often each process looks for such jobs, and how long the others then need not. */
const LOOK_S = { every: 15, rest: 10 } as const;

const START_TRIES = 20;
const START_PAUSE_MS = 500;

/** The database may be starting again just now; writes that enqueue wait for the queue meanwhile. */
async function startPatiently(boss: PgBoss, onError: (error: Error) => void): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await boss.start();
      return;
    } catch (error) {
      if (tries >= START_TRIES) throw error;
      onError(error as Error);
      await wait(START_PAUSE_MS);
    }
  }
}

export async function openQueue(
  owner: pg.Pool,
  specs: readonly QueueSpec[],
  onError: (error: Error) => void,
): Promise<Queue> {
  const boss = new PgBoss({
    schema: SCHEMA,
    db: { executeSql: (text: string, values?: unknown[]) => owner.query(text, values) as never },
    // Schedules and maintenance are the worker's; a web process only sends.
    schedule: false,
    superviseIntervalSeconds: LOOK_S.every,
    monitorIntervalSeconds: LOOK_S.rest,
  } as never);
  boss.on("error", onError);
  await startPatiently(boss, onError);
  for (const spec of specs) {
    if ((await boss.getQueue(spec.name)) === null) {
      await boss.createQueue(spec.name, {
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
  return {
    async send(job, execute) {
      await boss.send(job.name, job.data, {
        heartbeatSeconds: SILENT_S,
        db: { executeSql: execute as never },
        ...(job.singleton_key === undefined ? {} : { singletonKey: job.singleton_key }),
        ...(job.start_after_s === undefined ? {} : { startAfter: job.start_after_s }),
      });
    },
    async work(name, concurrency, run) {
      for (let index = 0; index < concurrency; index += 1) {
        await boss.work<Record<string, unknown>>(name, { pollingIntervalSeconds: 0.5 }, async (jobs) => {
          for (const job of jobs) await run(job.data, job.id);
        });
      }
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

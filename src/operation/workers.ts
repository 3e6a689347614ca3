/**
 * Runs the registry's jobs. A job opens transactions like a request's, on the business and behalf of whoever
 * caused it, so that its writes leave events and audit entries too.
 */
import { randomUUID } from "node:crypto";
import { doorOf } from "#platform/db/db.ts";
import type { Queue } from "#platform/jobs/queue.ts";
import type { Actor } from "./actor.ts";
import { ANONYMOUS } from "./actor.ts";
import type { Operation } from "./define.ts";
import type { Job, JobContext } from "./job.ts";
import type { Mechanism } from "./mechanism.ts";
import { finishOutsideCalls } from "./perform.ts";
import { CLOCK_S } from "./provider-callers.ts";
import { contextOf } from "./run.ts";
import { transact } from "./transaction.ts";

export interface Workers {
  stop(): Promise<void>;
}

export async function startWorkers(mechanism: Mechanism, queue: Queue): Promise<Workers> {
  let stopping = false;
  for (const job of mechanism.registry.jobs.values()) {
    await queue.work(job.name, job.concurrency ?? 1, (data) => runJob(mechanism, job, data, () => stopping));
  }
  const chores = [
    every(15_000, "finish outside calls", mechanism, () => finishOutsideCalls(mechanism)),
    every(3_600_000, "forget old idempotency keys", mechanism, () => forgetOldKeys(mechanism)),
  ];
  return {
    async stop() {
      stopping = true;
      for (const chore of chores) clearInterval(chore);
    },
  };
}

function every(
  milliseconds: number,
  what: string,
  mechanism: Mechanism,
  work: () => Promise<unknown>,
): NodeJS.Timeout {
  const timer = setInterval(() => {
    work().catch((error) => mechanism.log.error({ err: error }, `could not ${what}`));
  }, milliseconds);
  timer.unref();
  return timer;
}

const KEYS_KEPT_MS = 7 * 24 * 3600 * 1000;
/** A signature is remembered until its timestamp is too old to be taken: twice what clocks may differ. */
const SIGNATURES_KEPT_MS = 2 * CLOCK_S * 1000;

/** Idempotency keys count for seven days, signed requests for ten minutes. */
export async function forgetOldKeys(mechanism: Mechanism): Promise<number> {
  const system = doorOf(mechanism.pools.system);
  const before = (milliseconds: number) => new Date(mechanism.now().getTime() - milliseconds);
  const [keys, signatures] = await Promise.all([
    system.execute("delete from idempotency where at < $1", [before(KEYS_KEPT_MS)]),
    system.execute("delete from signed_request where at < $1", [before(SIGNATURES_KEPT_MS)]),
  ]);
  return keys + signatures;
}

/** One run of a job, with the actor who caused it; `business_id` and `account_id` travel in its data. */
export async function runJob(
  mechanism: Mechanism,
  job: Job,
  data: Record<string, unknown>,
  stopping: () => boolean,
): Promise<void> {
  const actor = await actorOfJob(mechanism, data);
  const started = performance.now();
  let outcome = "failed";
  try {
    await job.run(jobContext(mechanism, job, actor, stopping), data);
    outcome = "done";
  } catch (error) {
    mechanism.log.error({ err: error, job: job.name }, "a job failed; it is tried again while tries remain");
    throw error;
  } finally {
    mechanism.measure(job.name, "job", outcome, (performance.now() - started) / 1000);
  }
}

async function actorOfJob(mechanism: Mechanism, data: Record<string, unknown>): Promise<Actor> {
  const account_id = typeof data["account_id"] === "number" ? data["account_id"] : null;
  const behalf = account_id === null ? undefined : await mechanism.callers.ofAccount(account_id);
  const business_id =
    typeof data["business_id"] === "number" ? data["business_id"] : (behalf?.business_id ?? 0);
  // The account may have been disabled since: the work it caused is finished in its name all the same.
  return { ...(behalf ?? ANONYMOUS), kind: "job", business_id, on_behalf_of: account_id };
}

function jobContext(mechanism: Mechanism, job: Job, actor: Actor, stopping: () => boolean): JobContext {
  const request = { id: randomUUID(), surface: "job" as const, address: "", language: "", user_agent: "" };
  const operation = { name: job.name, refusals: {}, effect: "write" } as unknown as Operation;
  return {
    actor,
    now: mechanism.now(),
    stopping,
    mechanism,
    async transaction(work) {
      const now = mechanism.now();
      const done = await transact(mechanism, {
        business_id: actor.business_id,
        role: "service",
        dry_run: false,
        claim: null,
        now,
        stamp: {
          actor_kind: "job",
          actor_id: actor.account_id,
          surface: "job",
          on_behalf_of: actor.on_behalf_of,
          operation: job.name,
          correlation_id: request.id,
        },
        run: (db, emitted, jobs) =>
          work(
            contextOf(mechanism, { operation, actor, request }, now, actor.business_id, db, {
              emitted,
              jobs,
            }),
          ),
        audit: (_answer, emitted) => ({
          business_id: actor.business_id,
          at: now.toISOString(),
          operation: job.name,
          effect: "write",
          outcome: "done",
          refusal: null,
          actor_kind: "job",
          actor_id: actor.account_id,
          token_id: null,
          surface: "job",
          on_behalf_of: actor.on_behalf_of,
          request_id: request.id,
          subjects: emitted
            .slice(0, 200)
            .map(({ subject, kind }) => ({ type: subject.type, id: subject.id, kind })),
          changes: [],
          duration_ms: null,
        }),
        keep: () => ({ answer: "{}", sealed: false }),
      });
      if (done.kind !== "done") throw new Error("A job's transaction has no idempotency key.");
      return done.answer as never;
    },
  };
}

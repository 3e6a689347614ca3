/**
 * Runs the registry's jobs. A job opens transactions like a request's, with the business and actor that caused it,
 * so that its writes produce events and audit entries too.
 */
import { randomUUID } from "node:crypto";
import type { Actor } from "../caller/actor.ts";
import { ANONYMOUS } from "../caller/actor.ts";
import type { Operation } from "../define/define.ts";
import type { Job, JobContext } from "../define/job.ts";
import type { Runtime } from "../define/runtime.ts";
import { resumeExternalCalls } from "../external/external-calls.ts";
import { startInvocation } from "./invocation.ts";
import { transact } from "./run.ts";

export interface PeriodicTasks {
  stop(): void;
}

/** Starts the periodic tasks of each worker process. */
export function startPeriodicTasks(runtime: Runtime): PeriodicTasks {
  const periodic_tasks = [
    startInterval(15_000, "resume pending external calls", runtime, () => resumeExternalCalls(runtime)),
  ];
  return {
    stop() {
      for (const chore of periodic_tasks) clearInterval(chore);
    },
  };
}

function startInterval(
  milliseconds: number,
  what: string,
  runtime: Runtime,
  work: () => Promise<unknown>,
): NodeJS.Timeout {
  const timer = setInterval(() => {
    work().catch((error) => runtime.log.error({ err: error }, `could not ${what}`));
  }, milliseconds);
  timer.unref();
  return timer;
}

/** One run of a job, as the actor who caused it; `business_id` and `account_id` are in its data. */
export async function runJob(
  runtime: Runtime,
  job: Job,
  data: Record<string, unknown>,
  stopping: () => boolean,
): Promise<void> {
  const actor = await findJobActor(runtime, data);
  const started = performance.now();
  let outcome = "failed";
  try {
    await job.run(buildJobContext(runtime, job, actor, stopping), data);
    outcome = "done";
  } catch (error) {
    runtime.log.error({ err: error, job: job.name }, "a job failed; it is retried while attempts remain");
    throw error;
  } finally {
    runtime.measure(job.name, "job", outcome, (performance.now() - started) / 1000);
  }
}

async function findJobActor(runtime: Runtime, data: Record<string, unknown>): Promise<Actor> {
  const account_id = typeof data["account_id"] === "number" ? data["account_id"] : null;
  const behalf = account_id === null ? undefined : await runtime.authentication.ofAccount(account_id);
  const business_id =
    typeof data["business_id"] === "number" ? data["business_id"] : (behalf?.business_id ?? 0);
  const { capped_token_id } = data;
  const caps =
    typeof capped_token_id === "number"
      ? await runtime.system_queries.findDailyCaps(capped_token_id)
      : undefined;
  // The account may have been disabled since: its work is completed in its name anyway.
  return { ...(behalf ?? ANONYMOUS), kind: "job", business_id, on_behalf_of: account_id, caps: caps ?? null };
}

function buildJobContext(runtime: Runtime, job: Job, actor: Actor, stopping: () => boolean): JobContext {
  const request = { id: randomUUID(), surface: "job" as const, address: "", language: "", user_agent: "" };
  const operation = { name: job.name, refusals: {}, effect: "write" } as unknown as Operation;
  const call = { operation, actor, input: {}, request };
  const role = job.across ? "system" : "service";
  return {
    actor,
    now: runtime.now(),
    stopping,
    runtime,
    transaction: (work) => transact({ ...startInvocation(runtime, call), role }, work),
  };
}

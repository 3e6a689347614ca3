/**
 * Runs the registry's jobs. A job opens transactions like a request's, with the business and actor that caused it,
 * so that its writes produce events and audit entries too.
 */
import { randomUUID } from "node:crypto";
import { readOnlyDb, systemDb } from "#platform/db/db.ts";
import { payAs } from "#platform/fairness/payer.ts";
import type { Actor } from "../caller/actor.ts";
import { ANONYMOUS } from "../caller/actor.ts";
import { requireBusiness } from "../caller/business.ts";
import { buildJobActor } from "../caller/job-actor.ts";
import type { Operation } from "../define/define.ts";
import type { Job, JobContext } from "../define/job.ts";
import type { Runtime } from "../define/runtime.ts";
import { resumeExternalCalls } from "../external/external-calls.ts";
import { isImpossibleValue } from "../response/failure.ts";
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
  is_last_run = false,
): Promise<void> {
  const actor = await findJobActor(runtime, data);
  const started = performance.now();
  let outcome = "failed";
  try {
    await payAs(actor.business_id, () => job.run(buildJobContext(runtime, job, actor, stopping), data));
    outcome = "done";
  } catch (error) {
    const is_impossible = isImpossibleValue(error);
    if (job.giveUp === undefined || stopping() || !(is_last_run || is_impossible)) {
      runtime.log.error({ err: error, job: job.name }, "a job failed; it is retried while attempts remain");
      throw error;
    }
    runtime.log.error({ err: error, job: job.name }, "a job failed and is not tried again");
    const reason = is_impossible
      ? "A value is larger than what can be stored; the service's log says which."
      : "It failed at each attempt; the service's log says why.";
    await job.giveUp(buildJobContext(runtime, job, actor, stopping), data, reason);
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
  const { kind, business } = await buildJobActor(runtime, business_id);
  // The account may have been disabled since: its work is completed in its name anyway.
  const account = behalf ?? ANONYMOUS;
  return { ...account, kind, business_id, business, on_behalf_of: account_id, caps: caps ?? null };
}

const OF_JOB = Symbol("the job of a reader");

/** A job on every business has none. A getter of a prototype, as those of a context (`run.ts`). */
class BusinessOnDemand {
  declare readonly [OF_JOB]: { business: Actor["business"]; job: Job };

  get business() {
    const { business, job } = this[OF_JOB];
    return requireBusiness(business, job.name);
  }
}

const addBusiness = (
  members: Omit<JobContext["reader"], "business"> & Pick<BusinessOnDemand, typeof OF_JOB>,
): JobContext["reader"] => Object.setPrototypeOf(members, BusinessOnDemand.prototype);

function buildJobContext(runtime: Runtime, job: Job, actor: Actor, stopping: () => boolean): JobContext {
  const request = { id: randomUUID(), surface: "job" as const, address: "", language: "", user_agent: "" };
  const operation = { name: job.name, refusals: {}, effect: "write" } as unknown as Operation;
  const call = { operation, actor, input: {}, request };
  const role = job.cross_tenant ? "system" : "service";
  const { business_id, business } = actor;
  const { pools, providers, settings, system_queries } = runtime;
  const now = runtime.now();
  return {
    actor,
    now,
    reader: addBusiness({
      [OF_JOB]: { business, job },
      db: job.cross_tenant ? systemDb(pools.system) : readOnlyDb(pools.service, business_id),
      business_id,
      providers,
      settings,
      system_queries,
      now,
    }),
    stopping,
    runtime,
    transaction: (work) => transact({ ...startInvocation(runtime, call), role }, work),
  };
}

/**
 * A background job: one object in `src/domain/<family>/jobs/<verb-noun>.ts`.
 *
 * It is enqueued in the transaction that causes it and may run twice. It carries business and actor and does
 * its work through operations or transactions opened like a request's.
 */
import type { Actor } from "./actor.ts";
import type { Context } from "./context.ts";
import type { Mechanism } from "./mechanism.ts";

export interface JobContext {
  actor: Actor;
  now: Date;
  /** For jobs that call operations: `invoke(job.mechanism, …)` on the actor's behalf. */
  mechanism: Mechanism;
  /** One transaction on the business of the job, with events and audit. */
  transaction<T>(work: (context: Context<string>) => Promise<T>): Promise<T>;
  /** True once the service is stopping: finish the piece at hand. */
  stopping(): boolean;
}

export interface JobDefinition {
  is_job: true;
  name: string;
  /** How many times a failed run is tried again. */
  retries: number;
  /** A run longer than this is given to another worker, seconds. */
  expires_s: number;
  /** How many of these one process works on at once. */
  concurrency?: number;
  run(context: JobContext, data: Record<string, unknown>): Promise<void>;
}

export interface Job extends JobDefinition {
  family: string;
}

export function defineJob(job: Omit<JobDefinition, "is_job">): JobDefinition {
  return { is_job: true, ...job };
}

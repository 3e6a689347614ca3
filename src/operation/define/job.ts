/**
 * A background job: one object in `src/domain/<area>/<family>/jobs/<verb-noun>.ts`.
 *
 * It is enqueued in the transaction that causes it and may run twice. Its data contains business and actor, and it
 * does its work through operations or through transactions opened like a request's.
 */
import type { Actor } from "../caller/actor.ts";
import type { Context } from "./context.ts";
import type { Runtime } from "./runtime.ts";

/** Reads of the business of the job outside a transaction, each statement on its own. */
type JobReader = Pick<
  Context<never>,
  "db" | "business_id" | "business" | "providers" | "settings" | "system_queries" | "now"
>;

export interface JobContext {
  actor: Actor;
  now: Date;
  /** For what a job reads before and between its transactions, such as before it asks another system. */
  reader: JobReader;
  /** For jobs that call operations: `invoke(job.runtime, …)` on the actor's behalf. */
  runtime: Runtime;
  /** One transaction on the business of the job, with events and audit. */
  transaction<T>(work: (context: Context<string>) => Promise<T>): Promise<T>;
  /** True once the service is stopping: finish the current piece of work. */
  stopping(): boolean;
}

export interface JobDefinition {
  is_job: true;
  name: string;
  /** How many times a failed run is retried. */
  retries: number;
  /** A run longer than this, in seconds, is given to another worker. */
  expires_s: number;
  /** Largest number of concurrent runs in one process. */
  concurrency?: number;
  /**
   * One job per `unique_key`: a second one is dropped while the first is `queued`, or while it is `unfinished`. A job
   * that reads what changed when it starts is unique while it is queued: an active one may have read too early.
   */
  unique?: "queued" | "unfinished";
  /** Its transactions see every business: for work that starts from an e-mail address alone. */
  cross_tenant?: true;
  run(context: JobContext, data: Record<string, unknown>): Promise<void>;
  /**
   * Ends what the job was about as failed, with the reason. Called after the last run, and at once for a value that cannot
   * be stored, which no repetition mends. The text of an unforeseen error is for the log alone.
   */
  giveUp?(context: JobContext, data: Record<string, unknown>, reason: string): Promise<void>;
}

export interface Job extends JobDefinition {
  family: string;
}

export function defineJob(job: Omit<JobDefinition, "is_job">): JobDefinition {
  return { is_job: true, ...job };
}

/**
 * Work that runs for as long as a worker process does: one object in `src/domain/<area>/<family>/workers/<verb-noun>.ts`.
 *
 * For work that jobs and due tasks are too coarse for: thousands of small calls a second, spread over receivers of which some
 * are slow. Every worker process runs it, so it takes what it works on under a lock (`runtime.signals.acquireLease`).
 */
import type { Context } from "./context.ts";
import type { Runtime } from "./runtime.ts";

export interface WorkerContext {
  runtime: Runtime;
  /** One transaction on a business, with events; an audit entry when it emits any. */
  transaction<T>(business_id: number, work: (context: Context<string>) => Promise<T>): Promise<T>;
}

interface RunningWorker {
  /** Resolves when what was begun is finished; nothing more is begun. */
  stop(): Promise<void>;
}

export interface WorkerDefinition {
  is_worker: true;
  /** Unique, `<family>.<what>`: the operation of the events and audit entries that its transactions write. */
  name: string;
  start(context: WorkerContext): RunningWorker;
}

export interface Worker extends WorkerDefinition {
  family: string;
}

export function defineWorker(worker: Omit<WorkerDefinition, "is_worker">): WorkerDefinition {
  return { is_worker: true, ...worker };
}

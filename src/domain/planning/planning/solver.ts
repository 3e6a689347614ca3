/**
 * Runs the route solver in a worker thread, one solve at a time in a process.
 *
 * A solve uses a whole core until its time limit. If two ran in parallel on a small machine, requests
 * would wait for both and each plan would be worse; one after the other, each gets its full time. `solver-queue.ts`
 * decides the order.
 */
import { Worker } from "node:worker_threads";
import type { RouteProblem, RouteProgress, RouteSolution } from "#solvers/route/problem.ts";
import type { RouteWork, RouteWorkAnswer } from "#solvers/route/worker.ts";
import { computeSolverSeconds, type QueuedPlan, SolverQueue } from "./solver-queue.ts";

/** The solver refused the problem as contradictory; the message is for the caller. */
export class UnsolvableProblem extends Error {
  override name = "UnsolvableProblem";
}

/** The plan was cancelled: by the caller, a lost connection or the stopping service. */
export class PlanCancelled extends Error {
  override name = "PlanCancelled";
}

export interface Solve {
  problem: RouteProblem;
  options: RouteWork["options"];
  onProgress?: (progress: RouteProgress) => void;
  /** Polled until the solve is done; true ends it with the best plan so far. */
  isEnough: () => boolean;
  /** Ends the waiting, or the thread, at once and without a plan. */
  signal: AbortSignal;
}

const POLL_EVERY_MS = 100;
/** Reading a problem of thousands of stops and writing the solution take time beyond the limit. */
const GRACE_MS = 60_000;

// Deliberately one per process: the limited resource is the processor, not a connection.
export const solverQueue = new SolverQueue();

/** Solve when it is the plan's turn. Throws `UnsolvableProblem`; rejects with the reason of `signal` when it is aborted. */
export async function solveRoutes(plan: QueuedPlan, solve: Solve): Promise<RouteSolution> {
  const { engine = "sisr", time_limit_ms = 0 } = solve.options;
  const seconds = computeSolverSeconds(engine, time_limit_ms / 1000);
  return plan.turn(seconds, solve.signal, () => solveInThread(solve));
}

async function solveInThread({
  problem,
  options,
  onProgress,
  isEnough,
  signal,
}: Solve): Promise<RouteSolution> {
  const worker = new Worker(new URL(import.meta.resolve("#solvers/route/worker.ts")));
  // The service does not wait for a plan when it shuts down.
  worker.unref();
  const cancel = new SharedArrayBuffer(4);
  const poll = setInterval(() => {
    if (isEnough()) Atomics.store(new Int32Array(cancel), 0, 1);
  }, POLL_EVERY_MS);
  const { promise, resolve, reject } = Promise.withResolvers<RouteSolution>();
  const limit = setTimeout(
    () => reject(new Error("The route solver did not end in its time.")),
    (options.time_limit_ms ?? 0) + GRACE_MS,
  );
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  worker.on("message", (answer: RouteWorkAnswer) => {
    if (answer.kind === "progress") onProgress?.(answer.progress);
    else if (answer.kind === "done") resolve(answer.solution);
    else
      reject(answer.is_invalid_problem ? new UnsolvableProblem(answer.message) : new Error(answer.message));
  });
  worker.on("error", reject);
  worker.on("exit", (code) => reject(new Error(`The route solver's thread ended with ${code}.`)));
  try {
    signal.throwIfAborted();
    worker.postMessage({ problem, options, cancel } satisfies RouteWork);
    return await promise;
  } finally {
    clearInterval(poll);
    clearTimeout(limit);
    signal.removeEventListener("abort", stop);
    await worker.terminate();
  }
}

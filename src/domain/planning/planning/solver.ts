/**
 * Runs the route solver in a worker thread, one solve at a time in a process.
 *
 * A solve uses a whole core until its time limit, or two where the machine has three: requests keep one. If two ran in parallel on a small machine, requests
 * would wait for both and each plan would be worse; one after the other, each gets its full time. `solver-queue.ts`
 * decides the order.
 */
import { availableParallelism } from "node:os";
import type { RouteProblem, RouteProgress, RouteSolution } from "#solvers/route/problem.ts";
import type { RouteWork } from "#solvers/route/worker.ts";
import { computeSolverSeconds, type QueuedPlan, SolverQueue } from "./solver-queue.ts";
import { runInThread } from "./solver-thread.ts";

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

// Deliberately one per process: the limited resource is the processor, not a connection.
export const solverQueue = new SolverQueue();

/** Solve when it is the plan's turn. Throws `UnsolvableProblem`; rejects with the reason of `signal` when it is aborted. */
export async function solveRoutes(plan: QueuedPlan, solve: Solve): Promise<RouteSolution> {
  const { engine = "sisr", time_limit_ms = 0 } = solve.options;
  const seconds = computeSolverSeconds(engine, time_limit_ms / 1000);
  return plan.turn(seconds, solve.signal, () => solveInThread(solve));
}

const THREADS = availableParallelism() > 2 ? 2 : 1;

function solveInThread({ problem, options, onProgress, isEnough, signal }: Solve): Promise<RouteSolution> {
  return runInThread<RouteWork, RouteSolution>(
    new URL(import.meta.resolve("#solvers/route/worker.ts")),
    { problem, options: { ...options, threads: THREADS } },
    {
      limit_ms: options.time_limit_ms ?? 0,
      isEnough,
      signal,
      ...(onProgress === undefined
        ? {}
        : { onProgress: (progress: unknown) => onProgress(progress as RouteProgress) }),
    },
  );
}

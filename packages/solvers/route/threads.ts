import { Worker } from "node:worker_threads";
import { createExchange, endExchange, hasEnded } from "./exchange.ts";
import { solveInParts, WHOLE_JOBS_MAX } from "./parts.ts";
import type { RouteProblem, RouteSolution, SolveOptions } from "./problem.ts";
import { solve } from "./solve.ts";
import type { RouteWork, RouteWorkAnswer } from "./worker.ts";

/** With more jobs, matrices of a second thread would take too much memory. */
const JOBS_MAX = 2500;
/** The second thread's random numbers must differ from the first one's. */
const SECOND_SEED = 0x5bd1e995;

export type ThreadOptions = SolveOptions & {
  /** 2: another thread searches too, and exchanges best plans with this one, up to 2,500 jobs; default 1. */
  threads?: 1 | 2;
  /** Set by the first thread for the second one. */
  shared?: SharedArrayBuffer;
};

/**
 * Solves in this thread, or in this one and another. With a time limit the second thread ends with the first; with
 * `iterations` each does that many, and the answer repeats. The iterations of the answer are those of this thread. `cancel` is that of `worker-thread.ts`.
 */
export async function solveInThreads(
  problem: RouteProblem,
  { threads = 1, shared, ...options }: ThreadOptions,
  cancel?: SharedArrayBuffer,
): Promise<RouteSolution> {
  if (problem.jobs.length > WHOLE_JOBS_MAX) return solveInParts(problem, options);
  if (shared !== undefined) return solveAsSecond(problem, options, shared);
  if (threads === 1 || options.engine === "savings" || problem.jobs.length > JOBS_MAX)
    return solve(problem, options);
  const memory = createExchange(problem);
  const worker = new Worker(new URL("./worker.ts", import.meta.url));
  try {
    const { now: _, onProgress: __, isCancelled: ___, progress_routes: ____, ...cloned } = options;
    const work: RouteWork = {
      problem,
      options: { ...cloned, seed: (options.seed + SECOND_SEED) | 0, shared: memory },
      ...(cancel !== undefined && { cancel }),
    };
    const second = receiveSolution(worker);
    worker.postMessage(work);
    const first = solve(problem, { ...options, exchange: { memory, ownIndex: 0 } });
    endExchange({ memory, ownIndex: 0 });
    const other = await second;
    const isFewestFirst = problem.objective?.fewest_vehicles_first === true;
    const better = other !== null && isPreferred(other, first, isFewestFirst) ? other : first;
    return {
      ...better,
      iterations: first.iterations,
      elapsed_ms: first.elapsed_ms,
      cancelled: first.cancelled,
    };
  } finally {
    await worker.terminate();
  }
}

function solveAsSecond(
  problem: RouteProblem,
  options: SolveOptions,
  memory: SharedArrayBuffer,
): RouteSolution {
  const exchange = { memory, ownIndex: 1 };
  const isTimed = options.time_limit_ms !== undefined;
  try {
    return solve(problem, {
      ...options,
      exchange,
      isCancelled: () => options.isCancelled?.() === true || (isTimed && hasEnded(memory, 0)),
    });
  } finally {
    endExchange(exchange);
  }
}

/** Null when the second thread could not start or failed: the plan of the first one stands. */
function receiveSolution(worker: Worker): Promise<RouteSolution | null> {
  return new Promise((resolve) => {
    worker.on("message", (answer: RouteWorkAnswer) => {
      if (answer.kind === "done") resolve(answer.solution);
      else if (answer.kind === "failed") resolve(null);
    });
    worker.on("error", () => resolve(null));
    worker.on("exit", () => resolve(null));
  });
}

function isPreferred(a: RouteSolution, b: RouteSolution, isFewestFirst: boolean): boolean {
  const weightDifference = a.objective.required_unassigned_weight - b.objective.required_unassigned_weight;
  if (Math.abs(weightDifference) > 1e-9) return weightDifference < 0;
  if (isFewestFirst && a.totals.vehicles !== b.totals.vehicles) return a.totals.vehicles < b.totals.vehicles;
  return a.objective.value < b.objective.value;
}

/**
 * The route solver in a thread of its own, one at a time in a process.
 *
 * A solve takes a whole core for as long as it may. Were two to run side by side on a small machine, requests
 * would wait for both and each plan would be worse; in turn, each is as good as the time it was given.
 */
import { Worker } from "node:worker_threads";
import type { RouteProblem, RouteProgress, RouteSolution } from "#solvers/route/problem.ts";
import type { RouteWork, RouteWorkAnswer } from "#solvers/route/worker.ts";

/** The solver refused the problem as contradictory; the message is for the caller. */
export class UnsolvableProblem extends Error {
  override name = "UnsolvableProblem";
}

/** Too many plans wait already. */
export class SolverBusy extends Error {
  override name = "SolverBusy";
}

export interface Solve {
  problem: RouteProblem;
  options: RouteWork["options"];
  onProgress?: (progress: RouteProgress) => void;
  /** Looked at until the solve is done; true ends it with the best plan so far. */
  isCancelled?: () => boolean;
  /** Nobody waits for the answer on the line: take a turn however many are waiting. */
  patient?: boolean;
}

const WAITING_MAX = 8;
const LOOK_EVERY_MS = 100;
/** Reading a problem of thousands of stops and writing the answer take time beside the limit. */
const GRACE_MS = 60_000;

// One per process by purpose: what is rationed is the processor, not a connection.
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** Solve when it is this one's turn. Refuses `SolverBusy` and `UnsolvableProblem`. */
export async function solveRoutes(solve: Solve): Promise<RouteSolution> {
  if (!solve.patient && waiting >= WAITING_MAX)
    throw new SolverBusy("Too many plans are waiting for the solver.");
  waiting += 1;
  const turn = last.then(() => inThread(solve));
  last = turn.catch(() => {});
  try {
    return await turn;
  } finally {
    waiting -= 1;
  }
}

async function inThread({ problem, options, onProgress, isCancelled }: Solve): Promise<RouteSolution> {
  const worker = new Worker(new URL(import.meta.resolve("#solvers/route/worker.ts")));
  // A service that is told to stop does not wait for a plan.
  worker.unref();
  const cancel = new SharedArrayBuffer(4);
  const look = setInterval(() => {
    if (isCancelled?.()) Atomics.store(new Int32Array(cancel), 0, 1);
  }, LOOK_EVERY_MS);
  const { promise, resolve, reject } = Promise.withResolvers<RouteSolution>();
  const limit = setTimeout(
    () => reject(new Error("The route solver did not end in its time.")),
    (options.time_limit_ms ?? 0) + GRACE_MS,
  );
  worker.on("message", (answer: RouteWorkAnswer) => {
    if (answer.kind === "progress") onProgress?.(answer.progress);
    else if (answer.kind === "done") resolve(answer.solution);
    else
      reject(answer.is_invalid_problem ? new UnsolvableProblem(answer.message) : new Error(answer.message));
  });
  worker.on("error", reject);
  worker.on("exit", (code) => reject(new Error(`The route solver's thread ended with ${code}.`)));
  try {
    worker.postMessage({ problem, options, cancel } satisfies RouteWork);
    return await promise;
  } finally {
    clearInterval(look);
    clearTimeout(limit);
    await worker.terminate();
  }
}

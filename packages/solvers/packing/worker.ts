/**
 * Entry of a worker thread that solves one problem after another.
 *
 * Takes `PackingWork` messages; replies to each with any number of `progress` and then one `done` or `failed`. To
 * cancel, store 1 in the first element of the `Int32Array` over the `cancel` buffer: the best packing so far is
 * returned as `done` with `cancelled: true`. The owner of the thread starts and ends it.
 */
import { parentPort } from "node:worker_threads";
import {
  InvalidPackingProblem,
  type PackingOptions,
  type PackingProblem,
  type PackingProgress,
  type PackingSolution,
} from "./problem.ts";
import { solve } from "./solve.ts";

export type PackingWork = {
  problem: PackingProblem;
  /** The options that can be cloned; clock, progress and cancellation are provided by the thread. */
  options: Omit<PackingOptions, "now" | "onProgress" | "isCancelled">;
  /** 4 bytes; 0 until the solve is to stop. */
  cancel?: SharedArrayBuffer;
};

export type PackingWorkAnswer =
  | { kind: "progress"; progress: PackingProgress }
  | { kind: "done"; solution: PackingSolution }
  /** `is_invalid_problem` distinguishes a refused problem, whose message is for the caller, from a bug. */
  | { kind: "failed"; message: string; is_invalid_problem: boolean };

const port = parentPort;
if (port === null) throw new Error("worker.ts runs in a worker thread only");

port.on("message", ({ problem, options, cancel }: PackingWork) => {
  const answer = (message: PackingWorkAnswer) => port.postMessage(message);
  const flag = cancel === undefined ? undefined : new Int32Array(cancel);
  try {
    const solution = solve(problem, {
      ...options,
      now: () => performance.now(),
      onProgress: (progress) => answer({ kind: "progress", progress }),
      isCancelled: () => flag !== undefined && Atomics.load(flag, 0) !== 0,
    });
    answer({ kind: "done", solution });
  } catch (error) {
    answer({
      kind: "failed",
      message: error instanceof Error ? error.message : String(error),
      is_invalid_problem: error instanceof InvalidPackingProblem,
    });
  }
});

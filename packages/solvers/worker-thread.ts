/**
 * The side of a worker thread: solves one problem after another.
 *
 * Takes `SolverWork` messages; replies to each with any number of `progress` and then one `done` or `failed`. To
 * cancel, store 1 in the first element of the `Int32Array` over the `cancel` buffer: the best solution so far is
 * returned as `done` with `cancelled: true`. The owner of the thread starts and ends it.
 */
import { parentPort } from "node:worker_threads";

/** What the thread provides to every solver. */
interface ThreadOptions<Progress> {
  now?: () => number;
  onProgress?: (progress: Progress) => void;
  isCancelled?: () => boolean;
}

export interface SolverWork<Problem, Options> {
  problem: Problem;
  /** The options that can be cloned; clock, progress and cancellation are provided by the thread. */
  options: Omit<Options, keyof ThreadOptions<never>>;
  /** 4 bytes; 0 until the solve is to stop. */
  cancel?: SharedArrayBuffer;
  /** Check the solution, here rather than in the thread that asks: that of a large problem takes as long as to solve it. */
  checks?: boolean;
}

export type SolverAnswer<Solution, Progress> =
  | { kind: "progress"; progress: Progress }
  /** `violations`: what the independent checker found, where it was asked. Not empty is a bug. */
  | { kind: "done"; solution: Solution; violations?: readonly unknown[] }
  /** `is_invalid_problem` distinguishes a refused problem, whose message is for the caller, from a bug. */
  | { kind: "failed"; message: string; is_invalid_problem: boolean };

/** Runs in the thread: `InvalidProblem` is what `solve` throws for a problem that cannot be solved; `check` is the independent checker. */
export function serveSolver<Problem, Options extends ThreadOptions<never>, Solution>(
  solve: (problem: Problem, options: Options, cancel?: SharedArrayBuffer) => Solution | Promise<Solution>,
  InvalidProblem: abstract new (...args: never[]) => Error,
  check: (problem: Problem, solution: Solution) => readonly unknown[],
): void {
  const port = parentPort;
  if (port === null) throw new Error("A solver is served in a worker thread only.");
  port.on("message", async ({ problem, options, cancel, checks }: SolverWork<Problem, Options>) => {
    const answer = (message: SolverAnswer<Solution, unknown>) => port.postMessage(message);
    const flag = cancel === undefined ? undefined : new Int32Array(cancel);
    try {
      const solution = await solve(
        problem,
        {
          ...options,
          now: () => performance.now(),
          onProgress: (progress: unknown) => answer({ kind: "progress", progress }),
          isCancelled: () => flag !== undefined && Atomics.load(flag, 0) !== 0,
        } as unknown as Options,
        cancel,
      );
      answer({
        kind: "done",
        solution,
        ...(checks === true ? { violations: check(problem, solution) } : {}),
      });
    } catch (error) {
      answer({
        kind: "failed",
        message: error instanceof Error ? error.message : String(error),
        is_invalid_problem: error instanceof InvalidProblem,
      });
    }
  });
}

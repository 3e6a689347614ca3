/** Solves a problem in a thread when it is its turn, and checks the solution. Nothing is written. */
import { type runInThread, solverQueue } from "#domain/planning/planning/public.ts";
import { type PlanOptions, TIME_LIMIT_DEFAULT_S } from "./options.ts";

const SEED_DEFAULT = 1;

interface Watch<Progress> {
  onProgress?: (progress: Progress) => void;
  /** Aborted when it is cancelled: the thread ends at once. */
  signal?: AbortSignal | undefined;
  /** No caller is waiting for the response. */
  is_background?: boolean;
}

export interface Solver<Problem, Progress, Solution> {
  withDefaults(options: PlanOptions): Required<PlanOptions>;
  /** Throws `TooManyPlans` and `UnsolvableProblem`, and the reason of the signal. */
  solve(
    business_id: number,
    problem: Problem,
    options: PlanOptions,
    watch?: Watch<Progress>,
  ): Promise<Solution>;
}

interface SolverOptions {
  seed: number;
  iterations: number;
  time_limit_ms: number;
}

const NEVER = new AbortController().signal;

/** `iterations`: how many it does if nothing is said; `run`: one solve in a thread of its own. */
export function defineSolver<Problem, Progress, Solution>({
  iterations: iterations_default,
  run,
}: {
  iterations: number;
  run: (
    problem: Problem,
    options: SolverOptions,
    thread: Parameters<typeof runInThread>[2],
  ) => Promise<Solution>;
}): Solver<Problem, Progress, Solution> {
  const withDefaults = ({
    seed = SEED_DEFAULT,
    iterations = iterations_default,
    time_limit_s = TIME_LIMIT_DEFAULT_S,
  }: PlanOptions) => ({ seed, iterations, time_limit_s });
  return {
    withDefaults,
    async solve(business_id, problem, options, watch = {}) {
      const { onProgress, signal = NEVER, is_background = false } = watch;
      const { seed, iterations, time_limit_s } = withDefaults(options);
      const limit_ms = time_limit_s * 1000;
      const place = solverQueue.admit(business_id, time_limit_s, is_background);
      try {
        return await place.turn(time_limit_s, signal, () =>
          run(
            problem,
            { seed, iterations, time_limit_ms: limit_ms },
            {
              limit_ms,
              isEnough: () => false,
              signal,
              ...(onProgress === undefined
                ? {}
                : { onProgress: (progress: unknown) => onProgress(progress as Progress) }),
            },
          ),
        );
      } finally {
        place.leave();
      }
    },
  };
}

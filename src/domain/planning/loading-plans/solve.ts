/** Solves a loading problem when it is its turn, and checks the solution. Nothing is written. */
import { runInThread, solverQueue } from "#domain/planning/planning/public.ts";
import type { LoadingProblem, LoadingProgress, LoadingSolution } from "#solvers/loading/problem.ts";
import type { LoadingWork } from "#solvers/loading/worker.ts";
import { TIME_LIMIT_DEFAULT_S } from "./plans.ts";
import type { PlanOptions } from "./shapes.ts";

const ITERATIONS_DEFAULT = 1500;
const SEED_DEFAULT = 1;

export function withDefaults({
  seed = SEED_DEFAULT,
  iterations = ITERATIONS_DEFAULT,
  time_limit_s = TIME_LIMIT_DEFAULT_S,
}: PlanOptions): Required<PlanOptions> {
  return { seed, iterations, time_limit_s };
}

interface Watch {
  onProgress?: (progress: LoadingProgress) => void;
  /** Aborted when it is cancelled: the thread ends at once. */
  signal?: AbortSignal | undefined;
  /** No caller is waiting for the response. */
  is_background?: boolean;
}

const NEVER = new AbortController().signal;

/** Throws `TooManyPlans` and `UnsolvableProblem`, and the reason of the signal. */
export async function solveProblem(
  business_id: number,
  problem: LoadingProblem,
  options: PlanOptions,
  { onProgress, signal = NEVER, is_background = false }: Watch = {},
): Promise<LoadingSolution> {
  const { seed, iterations, time_limit_s } = withDefaults(options);
  const place = solverQueue.admit(business_id, time_limit_s, is_background);
  try {
    return await place.turn(time_limit_s, signal, () =>
      runInThread<LoadingWork, LoadingSolution>(
        new URL(import.meta.resolve("#solvers/loading/worker.ts")),
        { problem, options: { seed, iterations, time_limit_ms: time_limit_s * 1000 } },
        {
          limit_ms: time_limit_s * 1000,
          isEnough: () => false,
          signal,
          ...(onProgress === undefined
            ? {}
            : { onProgress: (progress: unknown) => onProgress(progress as LoadingProgress) }),
        },
      ),
    );
  } finally {
    place.leave();
  }
}

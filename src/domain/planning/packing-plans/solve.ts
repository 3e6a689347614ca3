/** Solves a packing problem when it is its turn, and checks the solution. Nothing is written. */
import { runInThread, solverQueue } from "#domain/planning/planning/public.ts";
import type { PackingProblem, PackingProgress, PackingSolution } from "#solvers/packing/problem.ts";
import type { PackingWork } from "#solvers/packing/worker.ts";
import { TIME_LIMIT_DEFAULT_S } from "./plans.ts";
import type { PlanOptions } from "./shapes.ts";

const ITERATIONS_DEFAULT = 8000;
const SEED_DEFAULT = 1;

export function withDefaults({
  seed = SEED_DEFAULT,
  iterations = ITERATIONS_DEFAULT,
  time_limit_s = TIME_LIMIT_DEFAULT_S,
}: PlanOptions): Required<PlanOptions> {
  return { seed, iterations, time_limit_s };
}

interface Watch {
  onProgress?: (progress: PackingProgress) => void;
  /** Aborted when it is cancelled: the thread ends at once. */
  signal?: AbortSignal | undefined;
  /** No caller is waiting for the response. */
  is_background?: boolean;
}

const NEVER = new AbortController().signal;

/** Throws `TooManyPlans` and `UnsolvableProblem`, and the reason of the signal. */
export async function solveProblem(
  business_id: number,
  problem: PackingProblem,
  options: PlanOptions,
  { onProgress, signal = NEVER, is_background = false }: Watch = {},
): Promise<PackingSolution> {
  const { seed, iterations, time_limit_s } = withDefaults(options);
  const place = solverQueue.admit(business_id, time_limit_s, is_background);
  try {
    return await place.turn(time_limit_s, signal, () =>
      runInThread<PackingWork, PackingSolution>(
        new URL(import.meta.resolve("#solvers/packing/worker.ts")),
        { problem, options: { seed, iterations, time_limit_ms: time_limit_s * 1000 } },
        {
          limit_ms: time_limit_s * 1000,
          isEnough: () => false,
          signal,
          ...(onProgress === undefined
            ? {}
            : { onProgress: (progress: unknown) => onProgress(progress as PackingProgress) }),
        },
      ),
    );
  } finally {
    place.leave();
  }
}

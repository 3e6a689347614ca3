/** The solver of loading plans. */
import { defineSolver } from "#domain/planning/goods-plans/public.ts";
import { runInThread } from "#domain/planning/planning/public.ts";
import type { LoadingProblem, LoadingProgress, LoadingSolution } from "#solvers/loading/problem.ts";
import type { LoadingWork } from "#solvers/loading/worker.ts";

export const loadingSolver = defineSolver<LoadingProblem, LoadingProgress, LoadingSolution>({
  iterations: 1500,
  run: (problem, options, thread) =>
    runInThread<LoadingWork, LoadingSolution>(
      new URL(import.meta.resolve("#solvers/loading/worker.ts")),
      { problem, options },
      thread,
    ),
});

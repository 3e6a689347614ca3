/** The solver of packing plans. */
import { defineSolver } from "#domain/planning/goods-plans/public.ts";
import { runInThread } from "#domain/planning/planning/public.ts";
import type { PackingProblem, PackingProgress, PackingSolution } from "#solvers/packing/problem.ts";
import type { PackingWork } from "#solvers/packing/worker.ts";

export const packingSolver = defineSolver<PackingProblem, PackingProgress, PackingSolution>({
  iterations: 8000,
  run: (problem, options, thread) =>
    runInThread<PackingWork, PackingSolution>(
      new URL(import.meta.resolve("#solvers/packing/worker.ts")),
      { problem, options },
      thread,
    ),
});

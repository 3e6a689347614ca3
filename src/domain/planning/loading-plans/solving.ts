/** How loading plans are solved, and where they wait for it. */
import type { PlanSolving } from "#domain/planning/goods-plans/public.ts";
import type { LoadingProblem, LoadingProgress, LoadingSolution } from "#solvers/loading/problem.ts";
import { LoadingPlanRecord, type LoadingPlanRow, storeOutcome } from "./records/loading-plan.ts";
import { buildProblem } from "./rules.ts";
import { loadingSolver } from "./solver.ts";

export const loadingSolving: PlanSolving<LoadingPlanRow, LoadingProblem, LoadingProgress, LoadingSolution> = {
  type: "loading_plan",
  queue: "solve-loading-plan",
  solver: loadingSolver,
  buildProblem,
  lock: LoadingPlanRecord.lock,
  change: (context, plan, changes) =>
    LoadingPlanRecord.change(context, plan, { ...changes, is_edited: false }),
  store: storeOutcome,
  emit: ({ emit }, { id, state: before }, event, state) =>
    emit({
      subject: { type: "loading_plan", id },
      kind: `loading.${event}`,
      before: { state: before },
      after: { state },
    }),
};

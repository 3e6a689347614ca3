/** How packing plans are solved, and where they wait for it. */
import type { PlanSolving } from "#domain/planning/goods-plans/public.ts";
import type { PackingProblem, PackingProgress, PackingSolution } from "#solvers/packing/problem.ts";
import { PackingPlanRecord, type PackingPlanRow, storeOutcome } from "./records/packing-plan.ts";
import { buildProblem } from "./rules.ts";
import { packingSolver } from "./solver.ts";

export const packingSolving: PlanSolving<PackingPlanRow, PackingProblem, PackingProgress, PackingSolution> = {
  type: "packing_plan",
  queue: "solve-packing-plan",
  solver: packingSolver,
  buildProblem,
  lock: PackingPlanRecord.lock,
  change: PackingPlanRecord.change,
  store: storeOutcome,
  emit: ({ emit }, { id, state: before }, event, state) =>
    emit({
      subject: { type: "packing_plan", id },
      kind: `packing.${event}`,
      before: { state: before },
      after: { state },
    }),
};

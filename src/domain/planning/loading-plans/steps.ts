/** The steps of loading each space: equal pieces that are loaded together. Pure. */
import { type Dimension, findUpright } from "#domain/planning/goods-plans/public.ts";
import type { Placement, SpaceMetrics } from "#solvers/loading/problem.ts";
import type { LoadingPlanRow } from "./records/loading-plan.ts";
import type { LoadedItem, PlanSpace } from "./shapes.ts";

export interface LoadingStep {
  step: number;
  item: LoadedItem;
  pieces: Placement[];
  /** Which dimension of the item stands upright. */
  upright: Dimension;
}

export interface SpaceSteps {
  space_no: number;
  space: PlanSpace;
  metrics: SpaceMetrics;
  steps: LoadingStep[];
}

export function listSteps({
  contents,
  solution,
}: Pick<LoadingPlanRow, "contents" | "solution">): SpaceSteps[] {
  const items = new Map(contents.items.map((item) => [item.ref, item]));
  const spaces = new Map(contents.spaces.map((one) => [one.ref, one]));
  return (solution?.spaces ?? []).map(({ space_id, placements, metrics }, index) => {
    const space = spaces.get(space_id);
    if (space === undefined) throw new Error(`A load is of no space of the plan: ${space_id}.`);
    return {
      space_no: index + 1,
      space,
      metrics,
      steps: [...Map.groupBy(placements, ({ step }) => step)].map(([step, pieces]) => {
        const item = items.get(pieces[0]!.item_id);
        if (item === undefined) throw new Error(`A load has no item of the plan: ${pieces[0]!.item_id}.`);
        return { step, item, pieces, upright: findUpright(item, pieces[0]!.size_z_mm) };
      }),
    };
  });
}

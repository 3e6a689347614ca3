/** The steps of packing one package, in the order in which pieces can be put in from above. Pure. */
import { type Dimension, findUpright } from "#domain/planning/goods-plans/public.ts";
import type { PackingSolution } from "#solvers/packing/problem.ts";
import type { PackingPlanRow } from "./records/packing-plan.ts";
import type { PackedItem, PlanPackaging } from "./shapes.ts";

type Placement = PackingSolution["packages"][number]["placements"][number];

export interface PackingStep {
  step: number;
  item: PackedItem;
  pieces: number;
  placement: Placement;
  /** Which dimension of the item stands upright. */
  upright: Dimension;
}

export interface PackageSteps {
  package_no: number;
  packaging: PlanPackaging;
  weight_g: number;
  steps: PackingStep[];
}

export function listSteps({
  contents,
  solution,
}: Pick<PackingPlanRow, "contents" | "solution">): PackageSteps[] {
  const items = new Map(contents.items.map((item) => [item.ref, item]));
  const packagings = new Map(contents.packagings.map((one) => [one.ref, one]));
  return (solution?.packages ?? []).map((one, index) => {
    const packaging = packagings.get(one.packaging_id);
    if (packaging === undefined) throw new Error(`A package is of no packaging: ${one.packaging_id}.`);
    return {
      package_no: index + 1,
      packaging,
      weight_g: one.weight_g,
      steps: one.placements.map((placement, at) => {
        const item = items.get(placement.item_id);
        if (item === undefined) throw new Error(`A package holds no item of the plan: ${placement.item_id}.`);
        return {
          step: at + 1,
          item,
          pieces: placement.count_x * placement.count_y * placement.count_z,
          placement,
          upright: findUpright(item, placement.size_z_mm),
        };
      }),
    };
  });
}

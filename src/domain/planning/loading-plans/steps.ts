/** The steps of loading each space: equal pieces that are loaded together. Pure. */
import type { Block } from "#isometric/isometric.ts";
import type { Placement, SpaceMetrics } from "#solvers/loading/problem.ts";
import type { LoadedItem, PlanSpace } from "./shapes.ts";
import type { LoadingPlanRow } from "./tables.ts";

type Side = "length" | "width" | "height";

export interface LoadingStep {
  step: number;
  item: LoadedItem;
  pieces: Placement[];
  /** Which dimension of the item stands upright. */
  upright: Side;
}

export interface SpaceSteps {
  space_no: number;
  space: PlanSpace;
  metrics: SpaceMetrics;
  steps: LoadingStep[];
}

/** Of two equal dimensions the height, so that nobody turns what need not be turned. */
function findUpright(item: LoadedItem, height_mm: number): Side {
  if (item.height_mm === height_mm) return "height";
  return item.width_mm === height_mm ? "width" : "length";
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

/** Where a step begins: the lowest corner of its pieces. */
export function findCorner(pieces: readonly Placement[]): { x_mm: number; y_mm: number; z_mm: number } {
  return {
    x_mm: Math.min(...pieces.map(({ x_mm }) => x_mm)),
    y_mm: Math.min(...pieces.map(({ y_mm }) => y_mm)),
    z_mm: Math.min(...pieces.map(({ z_mm }) => z_mm)),
  };
}

const toBlock = (one: Placement): Block => ({
  x: one.x_mm,
  y: one.y_mm,
  z: one.z_mm,
  dx: one.size_x_mm,
  dy: one.size_y_mm,
  dz: one.size_z_mm,
  count_x: 1,
  count_y: 1,
  count_z: 1,
});

/** The pieces of a step as one block where they fill their cuboid, which is fewer to draw and sort. */
export function toBlocks(pieces: readonly Placement[]): Block[] {
  const [first] = pieces;
  if (first === undefined) return [];
  const low = findCorner(pieces);
  const high = {
    x: Math.max(...pieces.map((one) => one.x_mm + one.size_x_mm)),
    y: Math.max(...pieces.map((one) => one.y_mm + one.size_y_mm)),
    z: Math.max(...pieces.map((one) => one.z_mm + one.size_z_mm)),
  };
  const counts = [
    (high.x - low.x_mm) / first.size_x_mm,
    (high.y - low.y_mm) / first.size_y_mm,
    (high.z - low.z_mm) / first.size_z_mm,
  ] as const;
  const isWhole = counts.every(Number.isInteger) && counts[0] * counts[1] * counts[2] === pieces.length;
  if (!isWhole) return pieces.map(toBlock);
  return [
    {
      x: low.x_mm,
      y: low.y_mm,
      z: low.z_mm,
      dx: high.x - low.x_mm,
      dy: high.y - low.y_mm,
      dz: high.z - low.z_mm,
      count_x: counts[0],
      count_y: counts[1],
      count_z: counts[2],
    },
  ];
}

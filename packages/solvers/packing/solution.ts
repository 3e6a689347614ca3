import { BLOCK } from "./layout.ts";
import { type Model, whyNotAlone } from "./model.ts";
import type { Packed, Plan } from "./plan.ts";
import type { PackedPackage, PackingTotals, Placement, UnpackedItem, UnpackedReason } from "./problem.ts";

const STAGES: UnpackedReason[] = ["too_large", "too_heavy", "above_fill_cap"];

/** Why no empty packaging holds one item of each type; null when one does. The furthest stage of any packaging counts. */
export function checkTypesAlone(model: Model): (UnpackedReason | null)[] {
  return Array.from({ length: model.types }, (_, type) => {
    let furthest = 0;
    for (let kind = 0; kind < model.kinds; kind++) {
      const reason = whyNotAlone(model, kind, type);
      if (reason === null) return null;
      furthest = Math.max(furthest, STAGES.indexOf(reason));
    }
    return STAGES[furthest]!;
  });
}

/** From the bottom, so that no item has to go under another. */
function describePlacements(model: Model, { blocks }: Packed): Placement[] {
  const placements: Placement[] = [];
  for (let row = 0; row < blocks.length; row += BLOCK) {
    const [type, , x, y, z, x1, y1, z1, dx, dy, dz] = blocks.subarray(
      row,
      row + BLOCK,
    ) as unknown as number[];
    placements.push({
      item_id: model.problem.items[type!]!.id,
      x_mm: x!,
      y_mm: y!,
      z_mm: z!,
      size_x_mm: dx!,
      size_y_mm: dy!,
      size_z_mm: dz!,
      count_x: (x1! - x!) / dx!,
      count_y: (y1! - y!) / dy!,
      count_z: (z1! - z!) / dz!,
    });
  }
  return placements.sort((a, b) => a.z_mm - b.z_mm || a.y_mm - b.y_mm || a.x_mm - b.x_mm);
}

function describePackage(model: Model, packed: Packed): PackedPackage {
  const packaging = model.problem.packagings[packed.kind]!;
  let weight_g = packaging.tare_g ?? 0;
  let volume_mm3 = 0;
  for (const [type, count] of packed.counts.entries()) {
    weight_g += count * model.weight[type]!;
    volume_mm3 += count * model.volume[type]!;
  }
  return {
    packaging_id: packaging.id,
    placements: describePlacements(model, packed),
    weight_g,
    volume_mm3,
  };
}

/** Packages by falling outer volume. */
export function describePackages(model: Model, plan: Plan): PackedPackage[] {
  return plan.packages
    .toSorted((a, b) => model.outer[b.kind]! - model.outer[a.kind]! || a.kind - b.kind)
    .map((packed) => describePackage(model, packed));
}

export function describeUnpacked(
  model: Model,
  remainingCounts: Int32Array,
  alone: readonly (UnpackedReason | null)[],
  plan: Plan,
  isTimeUp: boolean,
): UnpackedItem[] {
  const used = new Float64Array(model.kinds);
  for (const { kind } of plan.packages) used[kind]! += 1;
  return model.problem.items.flatMap((item, type) => {
    const reason = alone[type] ?? null;
    const quantity = reason === null ? remainingCounts[type]! : item.quantity;
    if (quantity === 0) return [];
    if (reason !== null) return [{ item_id: item.id, quantity, reason }];
    const inStock = [...model.stock.keys()].some(
      (kind) => model.fits[kind * model.types + type] === 1 && used[kind]! < model.stock[kind]!,
    );
    return [{ item_id: item.id, quantity, reason: isTimeUp && inStock ? "time_limit" : "out_of_stock" }];
  });
}

export function computeTotals(packages: readonly PackedPackage[], plan: Plan): PackingTotals {
  return {
    packages: packages.length,
    outer_volume_mm3: plan.score.outer,
    cost: plan.score.cost,
    weight_g: packages.reduce((sum, one) => sum + one.weight_g, 0),
    items: plan.packages.reduce((sum, { counts }) => counts.reduce((all, count) => all + count, sum), 0),
    volume_mm3: packages.reduce((sum, one) => sum + one.volume_mm3, 0),
  };
}

import { BLOCK, type Layout } from "./layout.ts";
import type { Model } from "./model.ts";

/** One packed package. Never changed once made, so that plans share them. */
export type Packed = {
  kind: number;
  /** Rows of a layout, of this package alone. */
  blocks: Int32Array;
  /** `[type]` items in it. */
  counts: Int32Array;
};

/** Packages, and what is in none of them. */
export type Plan = { packages: Packed[]; remainingCounts: Int32Array; score: Score };

/** What is minimised, one after the other. */
export type Score = { leftVolume: number; outer: number; packages: number; cost: number };

export function isBetter(a: Score, b: Score): boolean {
  if (a.leftVolume !== b.leftVolume) return a.leftVolume < b.leftVolume;
  if (a.outer !== b.outer) return a.outer < b.outer;
  if (a.packages !== b.packages) return a.packages < b.packages;
  return a.cost < b.cost;
}

function computeScore(model: Model, packages: readonly Packed[], remainingCounts: Int32Array): Score {
  const score: Score = { leftVolume: 0, outer: 0, packages: packages.length, cost: 0 };
  for (const { kind } of packages) {
    score.outer += model.outer[kind]!;
    score.cost += model.cost[kind]!;
  }
  for (let type = 0; type < model.types; type++)
    score.leftVolume += remainingCounts[type]! * model.volume[type]!;
  return score;
}

export function buildPlan(model: Model, packages: Packed[], remainingCounts: Int32Array): Plan {
  return { packages, remainingCounts, score: computeScore(model, packages, remainingCounts) };
}

/** The packages of a layout that hold anything. */
export function readPackages(model: Model, layout: Layout): Packed[] {
  const { blocks, blockCount } = layout;
  return layout.packages.flatMap((kind, at) => {
    const rows: number[] = [];
    const counts = new Int32Array(model.types);
    for (let row = 0; row < blockCount * BLOCK; row += BLOCK) {
      if (blocks[row + 1] !== at) continue;
      counts[blocks[row]!]! += countItems(blocks, row);
      for (let n = 0; n < BLOCK; n++) rows.push(blocks[row + n]!);
    }
    return rows.length === 0 ? [] : [{ kind, blocks: Int32Array.from(rows), counts }];
  });
}

/** Items of the block in this row. */
function countItems(blocks: Int32Array, row: number): number {
  return (
    ((blocks[row + 5]! - blocks[row + 2]!) / blocks[row + 8]!) *
    ((blocks[row + 6]! - blocks[row + 3]!) / blocks[row + 9]!) *
    ((blocks[row + 7]! - blocks[row + 4]!) / blocks[row + 10]!)
  );
}

/** Stock that these packages leave. */
export function stockAfter(model: Model, packages: readonly Packed[]): Float64Array {
  const stock = model.stock.slice();
  for (const { kind } of packages) stock[kind]! -= 1;
  return stock;
}

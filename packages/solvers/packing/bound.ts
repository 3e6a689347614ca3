import { isImpossible, prepareProofs } from "./exact.ts";
import type { Model } from "./model.ts";
import { computeContinuousBound, listMultisets, type Multiset } from "./multisets.ts";

/** Relations tried in all proofs of a problem: a tenth of a second. */
const PROOF_NODES = 100_000;
/** Combinations of up to this number of packages are looked at one by one. */
const SIZE_MAX = 3;

/**
 * No packing of all the items has a smaller total outer volume: the first combination of packagings, by outer volume,
 * that is not shown to be too small. Combinations of more packages than are listed are bounded by the smallest ones.
 */
export function computeLowerBound(model: Model, remainingCounts: Int32Array, knownOuter: number): number {
  const continuous = Math.ceil(computeContinuousBound(model, remainingCounts) * (1 - 1e-12));
  const { multisets, size } = listMultisets(model, remainingCounts, model.stock, SIZE_MAX, knownOuter);
  const smallest = Math.min(...model.outer);
  const beyond = Math.max(continuous, (size + 1) * smallest);
  const first = findFirstPossible(model, remainingCounts, multisets, beyond);
  return Math.min(knownOuter, Math.max(continuous, Math.min(first, beyond)));
}

function findFirstPossible(
  model: Model,
  remainingCounts: Int32Array,
  multisets: readonly Multiset[],
  beyond: number,
): number {
  const proofs = prepareProofs(model, remainingCounts, PROOF_NODES);
  for (const { kinds, outer } of multisets) {
    if (outer >= beyond || proofs === undefined || proofs.nodesLeft <= 0) return outer;
    if (!isImpossible(proofs, kinds)) return outer;
  }
  return Infinity;
}

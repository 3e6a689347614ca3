import type { Model } from "./model.ts";

/** A combination of packagings that may hold the items, and how much of them it could not hold so far. */
export type Multiset = { kinds: number[]; outer: number; cost: number; leftVolume: number };

/** Above this number of combinations fewer packagings are combined; up to the other, more than were asked for. */
const COMBINATIONS_MAX = 4000;
const COMBINATIONS_FEW = 500;
const SIZE_MAX = 6;

function countCombinations(kinds: number, most: number): number {
  let total = 0;
  let ofSize = 1;
  for (let size = 1; size <= most; size++) {
    ofSize = (ofSize * (kinds + size - 1)) / size;
    total += ofSize;
  }
  return total;
}

/** Largest size of the combinations that are listed of so many packagings. */
function largestSize(kinds: number, sizeMax: number): number {
  let size = sizeMax;
  while (size > 1 && countCombinations(kinds, size) > COMBINATIONS_MAX) size--;
  while (size < SIZE_MAX && countCombinations(kinds, size + 1) <= COMBINATIONS_FEW) size++;
  return size;
}

/**
 * What any set of packages that holds the items must offer. `cubes` are, for each shortest side of a type, how many
 * items have no shorter side: each holds a cube of that size, and of cubes a package holds as many as stand in a grid.
 */
type Needs = {
  volume: number;
  weight: number;
  types: number[];
  cubes: { side: number; items: number; perKind: Float64Array }[];
};

function computeNeeds(model: Model, remainingCounts: Int32Array): Needs {
  const needs: Needs = { volume: 0, weight: 0, types: [], cubes: [] };
  const shortest = new Map<number, number>();
  for (let type = 0; type < model.types; type++) {
    const count = remainingCounts[type]!;
    if (count === 0) continue;
    needs.volume += count * model.volume[type]!;
    needs.weight += count * model.weight[type]!;
    needs.types.push(type);
    const turn = model.firstTurn[type]!;
    const side = Math.min(model.turnX[turn]!, model.turnY[turn]!, model.turnZ[turn]!);
    shortest.set(side, (shortest.get(side) ?? 0) + count);
  }
  let items = 0;
  for (const [side, count] of [...shortest].sort((a, b) => b[0] - a[0])) {
    items += count;
    const perKind = Float64Array.from(
      { length: model.kinds },
      (_, kind) =>
        Math.floor(model.sizeX[kind]! / side) *
        Math.floor(model.sizeY[kind]! / side) *
        Math.floor(model.sizeZ[kind]! / side),
    );
    needs.cubes.push({ side, items, perKind });
  }
  return needs;
}

/** Could these packages hold the items, as far as volume, weight and the size of single items say? */
function isConceivable(
  model: Model,
  remainingCounts: Int32Array,
  needs: Needs,
  kinds: readonly number[],
): boolean {
  let room = 0;
  let payload = 0;
  for (const kind of kinds) {
    room += model.room[kind]!;
    payload += model.payload[kind]!;
  }
  if (room < needs.volume || payload < needs.weight) return false;
  for (const { items, perKind } of needs.cubes) {
    let cells = 0;
    for (const kind of kinds) cells += perKind[kind]!;
    if (cells < items) return false;
  }
  for (const type of needs.types) {
    let most = 0;
    for (const kind of kinds) {
      if (model.fits[kind * model.types + type] === 0) continue;
      const byWeight =
        model.weight[type]! > 0 ? Math.floor(model.payload[kind]! / model.weight[type]!) : Infinity;
      most += Math.min(Math.floor(model.room[kind]! / model.volume[type]!), byWeight);
    }
    if (most < remainingCounts[type]!) return false;
  }
  return true;
}

/**
 * The combinations of packagings in stock that may hold the items and are outside at most `outerMost`, by rising outer
 * volume, then number, then cost: all of up to `size`, which is `sizeMost` unless the packagings are many or few.
 */
export function listMultisets(
  model: Model,
  remainingCounts: Int32Array,
  stock: Float64Array,
  sizeMost: number,
  outerMost: number,
): { multisets: Multiset[]; size: number } {
  const needs = computeNeeds(model, remainingCounts);
  const kinds: number[] = [];
  for (let kind = 0; kind < model.kinds; kind++) {
    if (stock[kind]! >= 1 && needs.types.some((type) => model.fits[kind * model.types + type] === 1))
      kinds.push(kind);
  }
  kinds.sort((a, b) => model.outer[a]! - model.outer[b]! || model.cost[a]! - model.cost[b]! || a - b);
  const size = largestSize(kinds.length, sizeMost);
  const multisets: Multiset[] = [];
  const chosenKinds: number[] = [];
  const extend = (from: number, outer: number, cost: number) => {
    if (chosenKinds.length > 0 && isConceivable(model, remainingCounts, needs, chosenKinds))
      multisets.push({ kinds: [...chosenKinds], outer, cost, leftVolume: Infinity });
    if (chosenKinds.length === size) return;
    let again = 0;
    if (chosenKinds.length > 0) for (const kind of chosenKinds) if (kind === kinds[from]) again++;
    for (let at = from; at < kinds.length; at++) {
      const kind = kinds[at]!;
      if (outer + model.outer[kind]! > outerMost) break;
      if (at === from && again >= stock[kind]!) continue;
      chosenKinds.push(kind);
      extend(at, outer + model.outer[kind]!, cost + model.cost[kind]!);
      chosenKinds.pop();
    }
  };
  extend(0, 0, 0);
  multisets.sort((a, b) => a.outer - b.outer || a.kinds.length - b.kinds.length || a.cost - b.cost);
  return { multisets, size };
}

/** No packing of the items by volume or weight alone has a smaller outer volume than this. */
export function computeContinuousBound(model: Model, remainingCounts: Int32Array): number {
  const needs = computeNeeds(model, remainingCounts);
  if (needs.types.length === 0) return 0;
  let perVolume = Infinity;
  let perWeight = Infinity;
  for (let kind = 0; kind < model.kinds; kind++) {
    if (!needs.types.some((type) => model.fits[kind * model.types + type] === 1)) continue;
    perVolume = Math.min(perVolume, model.outer[kind]! / model.room[kind]!);
    perWeight = Math.min(perWeight, model.outer[kind]! / Math.max(model.payload[kind]!, 1e-9));
  }
  let bound = Math.max(needs.volume * perVolume, needs.weight * perWeight);
  for (const type of needs.types) {
    let least = Infinity;
    for (let kind = 0; kind < model.kinds; kind++) {
      if (model.fits[kind * model.types + type] === 1) least = Math.min(least, model.outer[kind]!);
    }
    bound = Math.max(bound, least);
  }
  return bound;
}

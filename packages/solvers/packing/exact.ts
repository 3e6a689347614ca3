import type { Model } from "./model.ts";

/** Of more items no proof is tried: the number of arrangements grows too fast. */
const ITEMS_MAX = 6;
/** Relations tried for one package. */
const NODES_EACH = 20_000;

/**
 * Proofs that items cannot be in packages, by trying all arrangements. In any packing two items are apart along some axis, one
 * before the other; conversely, relations that leave each row of items within the inside make a packing. So all relations of
 * all pairs are tried, for all turns. Loads and support are ignored: what cannot be without them cannot be with them.
 *
 * `n` items: at most 6^(n (n - 1) / 2) relations; a proof ends unfinished after its number of nodes.
 */
export type Proofs = { model: Model; types: number[]; nodesLeft: number; verdicts: Map<number, boolean> };

/** Prepares proofs about these items; undefined when they are too many. */
export function prepareProofs(model: Model, remainingCounts: Int32Array, nodes: number): Proofs | undefined {
  const types: number[] = [];
  for (let type = 0; type < model.types; type++) {
    if (types.length + remainingCounts[type]! > ITEMS_MAX) return undefined;
    for (let n = 0; n < remainingCounts[type]!; n++) types.push(type);
  }
  return { model, types, nodesLeft: nodes, verdicts: new Map() };
}

/** Is it proved that these packages do not hold all the items? */
export function isImpossible(proofs: Proofs, kinds: readonly number[]): boolean {
  const { types } = proofs;
  const inside = kinds.map(() => 0);
  const assign = (item: number): boolean => {
    if (item === types.length) return kinds.some((kind, at) => cannotHold(proofs, kind, inside[at]!));
    const tried = new Set<string>();
    for (const [at, kind] of kinds.entries()) {
      const key = `${kind}:${inside[at]}`;
      if (tried.has(key)) continue;
      tried.add(key);
      inside[at]! |= 1 << item;
      // What a package cannot hold it cannot hold with more.
      const refuted = cannotHold(proofs, kind, inside[at]!) || assign(item + 1);
      inside[at]! &= ~(1 << item);
      if (!refuted) return false;
    }
    return true;
  };
  return assign(0);
}

function cannotHold(proofs: Proofs, kind: number, items: number): boolean {
  if (items === 0) return false;
  const key = kind * (1 << ITEMS_MAX) + items;
  const verdict = proofs.verdicts.get(key);
  if (verdict !== undefined) return verdict;
  const refuted = refute(proofs, kind, items);
  proofs.verdicts.set(key, refuted);
  return refuted;
}

function refute(proofs: Proofs, kind: number, items: number): boolean {
  const { model, types } = proofs;
  const chosenTypes = types.filter((_, item) => (items & (1 << item)) !== 0);
  let volume = 0;
  let weight = 0;
  let groups = 0;
  let foes = 0;
  for (const type of chosenTypes) {
    if (model.fits[kind * model.types + type] === 0) return true;
    volume += model.volume[type]!;
    weight += model.weight[type]!;
    groups |= model.group[type]!;
    foes |= model.foes[type]!;
  }
  if (volume > model.room[kind]! || weight > model.payload[kind]! || (groups & foes) !== 0) return true;
  const nodes = Math.min(NODES_EACH, proofs.nodesLeft);
  const search = new Arrangements(model, kind, chosenTypes, nodes);
  const arranged = search.canArrange();
  proofs.nodesLeft -= nodes - search.nodesLeft;
  return !arranged;
}

/** Tries all arrangements of a few items in a package. */
class Arrangements {
  readonly #model: Model;
  readonly #types: readonly number[];
  readonly #inside: readonly number[];
  /** `[axis][item]` */
  readonly #size: number[][];
  /** `[axis]` pairs of items, the first before the second. */
  readonly #before: [number, number][][] = [[], [], []];
  readonly #start: number[] = [];
  nodesLeft: number;

  constructor(model: Model, kind: number, types: readonly number[], nodes: number) {
    this.#model = model;
    this.#types = types;
    this.#inside = [model.sizeX[kind]!, model.sizeY[kind]!, model.sizeZ[kind]!];
    this.#size = [0, 1, 2].map(() => types.map(() => 0));
    this.nodesLeft = nodes;
  }

  /** True also when the nodes are used up. */
  canArrange(): boolean {
    return this.#addItem(0);
  }

  #addItem(item: number): boolean {
    if (item === this.#types.length) return true;
    const { firstTurn, turnX, turnY, turnZ } = this.#model;
    const type = this.#types[item]!;
    for (let turn = firstTurn[type]!; turn < firstTurn[type + 1]!; turn++) {
      this.#size[0]![item] = turnX[turn]!;
      this.#size[1]![item] = turnY[turn]!;
      this.#size[2]![item] = turnZ[turn]!;
      if ([0, 1, 2].some((axis) => this.#size[axis]![item]! > this.#inside[axis]!)) continue;
      if (this.#relate(item, 0)) return true;
    }
    return false;
  }

  /** Puts the item before or after an earlier one, along one of the axes. */
  #relate(item: number, other: number): boolean {
    if (other === item) return this.#addItem(item + 1);
    if (this.nodesLeft-- <= 0) return true;
    for (let axis = 0; axis < 3; axis++) {
      const pairs = this.#before[axis]!;
      for (const pair of [
        [other, item],
        [item, other],
      ] as [number, number][]) {
        // The mirror image of a packing is one too, so that the first pair needs one order only.
        if (item === 1 && pair[0] === item) continue;
        pairs.push(pair);
        const possible = this.#isWithin(axis, item) && this.#relate(item, other + 1);
        pairs.pop();
        if (possible) return true;
      }
    }
    return false;
  }

  /** Do the rows along the axis, of items up to this one, stay within the inside? */
  #isWithin(axis: number, last: number): boolean {
    const size = this.#size[axis]!;
    const start = this.#start;
    for (let item = 0; item <= last; item++) start[item] = 0;
    for (let round = 0; ; round++) {
      let moved = false;
      for (const [first, second] of this.#before[axis]!) {
        const end = start[first]! + size[first]!;
        if (end <= start[second]!) continue;
        if (end + size[second]! > this.#inside[axis]!) return false;
        start[second] = end;
        moved = true;
      }
      if (!moved) return true;
      // A circle of items, each before the next.
      if (round > last) return false;
    }
  }
}

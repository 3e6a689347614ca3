import { packInto, type Search } from "./beam.ts";
import { listMultisets, type Multiset } from "./multisets.ts";
import { buildPlan, isBetter, type Packed, type Plan, readPackages, stockAfter } from "./plan.ts";

/**
 * How thoroughly combinations are tried, one pass after the other: a width of the beam, 0 for one greedy packing, and whether
 * blocks are chosen for their volume or only for what stays of use beside them.
 */
const PASSES = [
  { width: 0, byLoss: false },
  { width: 0, byLoss: true },
  { width: 1, byLoss: false },
  { width: 2, byLoss: false },
  { width: 4, byLoss: false },
  { width: 8, byLoss: false },
  { width: 16, byLoss: false },
] as const;
/** Combinations tried in a pass, divided by its width, for all items and for the items of some packages. */
const TRIED_FOR_ALL = 24;
const TRIED_FOR_SOME = 6;
const TRIED_FOR_ALL_MIN = 4;
const TRIED_FOR_SOME_MIN = 2;
/** Combinations listed for the items of some packages. */
const LISTED_FOR_SOME = 300;
const SIZE_MAX = 3;
/** Repackings after each pass over all items; and without gain before the search ends. */
const REPACKINGS = 6;
const REPACKINGS_WITHOUT_GAIN = 40;

/** Combinations for some items, and the next pass over them. */
type Attempt = { multisets: Multiset[]; pass: number };

type Improvement = {
  search: Search;
  plan: Plan;
  attempts: Map<string, Attempt>;
  withoutGain: number;
};

/**
 * Improves a plan: combinations of up to three packagings for all items at once, from those that came nearest to holding them,
 * and the same for the items of a few packages, which are taken out and repacked. Ends when every pass is done and
 * repacking gains nothing, or the limit is reached. `onBetter` is called with each better plan.
 */
export function improve(
  search: Search,
  start: Plan,
  items: Int32Array,
  onBetter: (plan: Plan) => void,
): void {
  const improvement: Improvement = { search, plan: start, attempts: new Map(), withoutGain: 0 };
  const adopt = (plan: Plan) => {
    if (!isBetter(plan.score, improvement.plan.score)) return;
    improvement.plan = plan;
    onBetter(plan);
  };
  const { model } = search;
  const outerMost = start.score.leftVolume > 0 ? Infinity : start.score.outer;
  const fullAttempt: Attempt = {
    multisets: listMultisets(model, items, model.stock, SIZE_MAX, outerMost).multisets,
    pass: 0,
  };
  for (const { width } of PASSES) {
    const most = Math.max(TRIED_FOR_ALL_MIN, Math.floor(TRIED_FOR_ALL / Math.max(1, width)));
    const packages = tryPass(search, fullAttempt, items, most, (multiset) =>
      isBetterMultiset(multiset, improvement.plan),
    );
    if (packages !== null) adopt(buildPlan(model, packages, new Int32Array(model.types)));
    repack(improvement, REPACKINGS, adopt);
    if (search.isOver()) return;
  }
  while (improvement.withoutGain < REPACKINGS_WITHOUT_GAIN && !search.isOver()) {
    repack(improvement, 1, adopt);
  }
}

function isBetterMultiset({ outer, cost, kinds }: Multiset, plan: Plan): boolean {
  return isBetter({ leftVolume: 0, outer, cost, packages: kinds.length }, plan.score);
}

/** Tries the combinations of a pass; returns the packages of the best that holds the items. */
function tryPass(
  search: Search,
  attempt: Attempt,
  items: Int32Array,
  most: number,
  isWanted: (multiset: Multiset) => boolean,
): Packed[] | null {
  const pass = PASSES[attempt.pass++];
  if (pass === undefined) return null;
  search.byLoss = pass.byLoss;
  const multisets = attempt.multisets.filter(isWanted);
  attempt.multisets = multisets;
  const tried = pass.width === 0 ? multisets : chooseNearest(multisets, most);
  let best: Multiset | null = null;
  let packages: Packed[] | null = null;
  for (const multiset of tried) {
    if (search.isOver()) break;
    if (best !== null && !comesBefore(multiset, best)) continue;
    const { kinds } = multiset;
    // A package that comes first is filled first: both orders differ.
    const orders = kinds[0] === kinds.at(-1) ? [kinds] : [kinds, kinds.toReversed()];
    for (const order of orders) {
      const isPacked = packInto(search, order, items, pass.width);
      multiset.leftVolume = Math.min(multiset.leftVolume, search.best.leftVolume);
      if (!isPacked) continue;
      best = multiset;
      packages = readPackages(search.model, search.best);
      break;
    }
  }
  return packages;
}

function comesBefore(a: Multiset, b: Multiset): boolean {
  if (a.outer !== b.outer) return a.outer < b.outer;
  if (a.kinds.length !== b.kinds.length) return a.kinds.length < b.kinds.length;
  return a.cost < b.cost;
}

/** All single packagings, and of two and of three those that left least. */
function chooseNearest(multisets: readonly Multiset[], most: number): Multiset[] {
  const perSize: number[] = [];
  return multisets
    .toSorted((a, b) => a.leftVolume - b.leftVolume)
    .filter(({ kinds: { length } }) => {
      perSize[length] = (perSize[length] ?? 0) + 1;
      return length === 1 || perSize[length] <= most;
    });
}

/** Takes a few packages out, with all that is unpacked, and repacks their items. */
function repack(improvement: Improvement, times: number, adopt: (plan: Plan) => void): void {
  const { search, attempts } = improvement;
  const { model, random } = search;
  for (let n = 0; n < times && !search.isOver(); n++) {
    const { packages, remainingCounts, score } = improvement.plan;
    const isComplete = score.leftVolume === 0;
    if (packages.length < 2 && isComplete) {
      improvement.withoutGain++;
      continue;
    }
    const size = Math.min(packages.length, 1 + Math.floor(random() * SIZE_MAX));
    const out = chooseSome(packages.length, size, random);
    const items = remainingCounts.slice();
    let outer = 0;
    for (const at of out) {
      const { kind, counts } = packages[at]!;
      outer += model.outer[kind]!;
      for (let type = 0; type < model.types; type++) items[type]! += counts[type]!;
    }
    const keptPackages = packages.filter((_, at) => !out.has(at));
    const key = `${items.join()}:${isComplete ? outer : ""}`;
    let attempt = attempts.get(key);
    if (attempt === undefined) {
      const outerMost = isComplete ? outer : Infinity;
      const { multisets } = listMultisets(
        model,
        items,
        stockAfter(model, keptPackages),
        Math.min(size + 1, SIZE_MAX + 1),
        outerMost,
      );
      attempt = { multisets: multisets.slice(0, LISTED_FOR_SOME), pass: 0 };
      attempts.set(key, attempt);
    }
    improvement.withoutGain++;
    const width = PASSES[attempt.pass]?.width ?? 0;
    const most = Math.max(TRIED_FOR_SOME_MIN, Math.floor(TRIED_FOR_SOME / Math.max(1, width)));
    const keptScore = buildPlan(model, keptPackages, new Int32Array(model.types)).score;
    const stock = stockAfter(model, keptPackages);
    const repacked = tryPass(search, attempt, items, most, (multiset) => {
      const { kinds } = multiset;
      const fullScore = {
        leftVolume: 0,
        outer: keptScore.outer + multiset.outer,
        packages: keptPackages.length + kinds.length,
        cost: keptScore.cost + multiset.cost,
      };
      // Other packages may have taken from the stock since the combinations were listed.
      const inStock = kinds.every((kind) => kinds.filter((other) => other === kind).length <= stock[kind]!);
      return inStock && isBetter(fullScore, score);
    });
    if (repacked === null) continue;
    improvement.withoutGain = 0;
    adopt(buildPlan(model, [...keptPackages, ...repacked], new Int32Array(model.types)));
  }
}

function chooseSome(count: number, size: number, random: () => number): Set<number> {
  const chosenIndices = new Set<number>();
  while (chosenIndices.size < size) chosenIndices.add(Math.floor(random() * count));
  return chosenIndices;
}

import { packInto, type Search } from "./beam.ts";
import { buildPlan, isBetter, type Packed, type Plan, readPackages } from "./plan.ts";

/** Packagings that are tried again for each next package of a large order. */
const FAVOURITES = 3;

type Trial = { packed: Packed; volume: number; all: boolean };

/** The better of two first plans: ending with one package that holds the rest, as soon as one does, and without regard to that. */
export function startGreedily(search: Search, items: Int32Array): Plan {
  const ending = packOneByOne(search, items, true);
  if (search.isOver()) return ending;
  const dense = packOneByOne(search, items, false);
  return isBetter(dense.score, ending.score) ? dense : ending;
}

/**
 * Packs package by package: the packaging with the most items for its outer volume, and that packing as often as there are items
 * for it; with `endsSoon` the smallest that holds all that is left, when there is one. Ends early when the time is up.
 */
function packOneByOne(search: Search, items: Int32Array, endsSoon: boolean): Plan {
  const { model } = search;
  const remainingCounts = items.slice();
  const stock = model.stock.slice();
  const packages: Packed[] = [];
  let favourites: number[] = [];
  while (remainingCounts.some((count) => count > 0)) {
    const all = [...model.outer.keys()].filter((kind) => stock[kind]! >= 1);
    const leftVolume = remainingCounts.reduce((sum, count, type) => sum + count * model.volume[type]!, 0);
    // While a lot is left the same packagings stay the best; near the end all matter.
    const few = favourites.filter((kind) => stock[kind]! >= 1);
    const isNearEnd = all.some((kind) => model.room[kind]! >= leftVolume / FAVOURITES);
    const trials = tryKinds(search, few.length > 0 && !isNearEnd ? few : all, remainingCounts, endsSoon);
    if (trials.length === 0 && few.length > 0 && !isNearEnd) {
      favourites = [];
      continue;
    }
    const best = trials[0];
    if (best === undefined) break;
    favourites = trials.slice(0, FAVOURITES).map((trial) => trial.packed.kind);
    const { kind, counts } = best.packed;
    let times = stock[kind]!;
    for (let type = 0; type < model.types; type++) {
      if (counts[type]! > 0) times = Math.min(times, Math.floor(remainingCounts[type]! / counts[type]!));
    }
    for (let type = 0; type < model.types; type++) remainingCounts[type]! -= times * counts[type]!;
    stock[kind]! -= times;
    for (let n = 0; n < times; n++) packages.push(best.packed);
    if (search.isOver()) break;
  }
  return buildPlan(model, packages, remainingCounts);
}

/** One greedy packing for each packaging that takes anything, best first. */
function tryKinds(
  search: Search,
  kinds: readonly number[],
  remainingCounts: Int32Array,
  endsSoon: boolean,
): Trial[] {
  const { model } = search;
  const trials: Trial[] = [];
  for (const kind of kinds) {
    const all = packInto(search, [kind], remainingCounts, 0) && endsSoon;
    const [packed] = readPackages(model, search.best);
    if (packed !== undefined) trials.push({ packed, volume: search.best.volume[0]!, all });
    if (search.isOver()) break;
  }
  const outer = (trial: Trial) => model.outer[trial.packed.kind]!;
  return trials.sort((a, b) => {
    if (a.all !== b.all) return a.all ? -1 : 1;
    if (a.all) return outer(a) - outer(b) || model.cost[a.packed.kind]! - model.cost[b.packed.kind]!;
    return outer(a) / a.volume - outer(b) / b.volume || outer(b) - outer(a);
  });
}

/** Where stock is short, all of it at once: packs as much as it can into the packages left of each kind. */
export function packIntoStock(search: Search, items: Int32Array, packagesMost: number): Plan | null {
  const { model } = search;
  const kinds = [...model.outer.keys()].sort((a, b) => model.room[b]! - model.room[a]!);
  const all = kinds.flatMap((kind) =>
    Array.from({ length: Math.min(model.stock[kind]!, packagesMost) }, () => kind),
  );
  if (all.length > packagesMost) return null;
  let best: Plan | null = null;
  for (const order of [all, all.toReversed()]) {
    for (const width of [0, 2, 8]) {
      packInto(search, order, items, width);
      const plan = buildPlan(model, readPackages(model, search.best), search.best.remainingCounts.slice());
      if (best === null || plan.score.leftVolume < best.score.leftVolume) best = plan;
      if (best.score.leftVolume === 0 || search.isOver()) return best;
    }
  }
  return best;
}

import { type Candidate, newRanking, rankBlocks } from "./blocks.ts";
import { copyLayout, type Layout, newLayout, placeBlock, removeSpace, resetLayout, SPACE } from "./layout.ts";
import type { Model } from "./model.ts";

const WIDTH_MAX = 16;
/** While a layout is completed the clock is read once in this many blocks. */
const READ_CLOCK_EVERY = 64;

/** What a search of packings needs, reused by all of them. */
export type Search = {
  model: Model;
  random: () => number;
  /** Blocks are chosen only for what stays of use beside them, not for their volume. */
  byLoss: boolean;
  /** Counts a greedy packing; false when the limit is reached. */
  spend: () => boolean;
  isOver: () => boolean;
  ranking: ReturnType<typeof newRanking>;
  single: ReturnType<typeof newRanking>;
  beam: Layout[];
  next: Layout[];
  /** Value of each of `next`: volume left when completed greedily. */
  nextLeft: Float64Array;
  trial: Layout;
  rollout: Layout;
  best: Layout;
};

export function prepareSearch(
  model: Model,
  packagesMost: number,
  random: () => number,
  spend: () => boolean,
  isOver: () => boolean,
): Search {
  const layout = () => newLayout(model.types, packagesMost);
  return {
    model,
    random,
    byLoss: false,
    spend,
    isOver,
    ranking: newRanking(WIDTH_MAX),
    single: newRanking(1),
    beam: Array.from({ length: WIDTH_MAX }, layout),
    next: Array.from({ length: WIDTH_MAX }, layout),
    nextLeft: new Float64Array(WIDTH_MAX),
    trial: layout(),
    rollout: layout(),
    best: layout(),
  };
}

/** The space that is filled next: of the first package that has one, that nearest to a corner of the package. */
function chooseSpace(layout: Layout): number {
  const { spaces, spaceCount } = layout;
  let chosenIndex = -1;
  let chosenAt = Infinity;
  let nearest = Infinity;
  let largest = 0;
  for (let index = 0; index < spaceCount; index++) {
    const row = index * SPACE;
    const at = spaces[row + 6]!;
    const near = spaces[row + 7]!;
    if (at > chosenAt || (at === chosenAt && near > nearest)) continue;
    const volume =
      (spaces[row + 3]! - spaces[row]!) *
      (spaces[row + 4]! - spaces[row + 1]!) *
      (spaces[row + 5]! - spaces[row + 2]!);
    if (at === chosenAt && near === nearest && volume <= largest) continue;
    chosenIndex = index;
    chosenAt = at;
    nearest = near;
    largest = volume;
  }
  return chosenIndex;
}

function put(layout: Layout, model: Model, block: Candidate): void {
  const { type, turn, at, countX, countY, countZ, x, y, z } = block;
  placeBlock(layout, model, type, turn, at, countX, countY, countZ, x, y, z);
}

/** Completes a layout greedily; less than it could when the time ends. */
function complete(search: Search, layout: Layout): void {
  const { model, single, byLoss, random } = search;
  let placed = 0;
  while (layout.leftItems > 0) {
    const space = chooseSpace(layout);
    if (space < 0) return;
    rankBlocks(layout, model, space, byLoss, random, single);
    if (single.count === 0) removeSpace(layout, space);
    else put(layout, model, single.candidates[0]!);
    if (++placed % READ_CLOCK_EVERY === 0 && search.isOver()) return;
  }
}

/**
 * Packs as much volume as it can into the packages by beam search: every layout of the beam is extended by the best
 * blocks for its next space, each extension is rated by completing it greedily, and the best `width` go on. Returns
 * whether everything is packed; the best packing is `search.best`.
 *
 * After Araya and Riff (2014), "A beam search approach to the container loading problem", Computers & Operations
 * Research 43.
 */
export function packInto(
  search: Search,
  packages: readonly number[],
  remainingCounts: Int32Array,
  width: number,
): boolean {
  const { model, best, rollout, trial, ranking, byLoss, random, spend, nextLeft } = search;
  resetLayout(search.beam[0]!, model, packages, remainingCounts);
  copyLayout(search.beam[0]!, best);
  complete(search, best);
  const goesOn = spend();
  if (best.leftItems === 0) return true;
  if (width === 0 || !goesOn) return false;
  let beamCount = 1;
  ranking.countMax = width;
  while (beamCount > 0) {
    let nextCount = 0;
    for (let member = 0; member < beamCount; member++) {
      const layout = search.beam[member]!;
      let space = chooseSpace(layout);
      while (space >= 0) {
        rankBlocks(layout, model, space, byLoss, random, ranking);
        if (ranking.count > 0) break;
        removeSpace(layout, space);
        space = chooseSpace(layout);
      }
      if (space < 0) continue;
      for (let option = 0; option < ranking.count; option++) {
        copyLayout(layout, trial);
        put(trial, model, ranking.candidates[option]!);
        copyLayout(trial, rollout);
        complete(search, rollout);
        if (rollout.leftVolume < best.leftVolume) {
          copyLayout(rollout, best);
          if (best.leftItems === 0) return true;
        }
        if (!spend()) return false;
        const value = rollout.leftVolume;
        if (nextCount === width && value >= nextLeft[nextCount - 1]!) continue;
        // Layouts with the same completed volume are most often the same one reached in another order.
        let same = false;
        for (let n = 0; n < nextCount; n++)
          same ||= nextLeft[n] === value && search.next[n]!.leftVolume === trial.leftVolume;
        if (same) continue;
        let place = nextCount === width ? nextCount - 1 : nextCount++;
        const slot = search.next[place]!;
        while (place > 0 && nextLeft[place - 1]! > value) {
          search.next[place] = search.next[place - 1]!;
          nextLeft[place] = nextLeft[place - 1]!;
          place--;
        }
        search.next[place] = slot;
        nextLeft[place] = value;
        copyLayout(trial, slot);
      }
    }
    const before = search.beam;
    search.beam = search.next;
    search.next = before;
    beamCount = nextCount;
  }
  return false;
}

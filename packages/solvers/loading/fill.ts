import { AXIS_ORDERS } from "../cuboids.ts";
import { type Block, type BlockSet, listBlocks, makeSimple, rateBlock, stackMost } from "./blocks.ts";
import { type Broken, breaksAt, breaksSums } from "./limits.ts";
import { copyLoad, type Load, placeBlock, SPACE, startLoad } from "./load.ts";
import type { Kind, Model } from "./model.ts";

/** A block at a point of a load. */
type Candidate = { block: Block; x: number; y: number; z: number; score: number };

/** What is shared by all loads of one space that are tried. */
type Search = {
  model: Model;
  kind: Kind;
  remainingCounts: Int32Array;
  gap_mm: number;
  random: () => number;
  /** Counts a greedy completion; false when the solve is over. */
  spend: () => boolean;
  isOver: () => boolean;
  /** `[stop]` made when its turn comes. */
  sets: Map<number, BlockSet>;
  /** Blocks of open types, by turn and counts. */
  openBlocks: Map<string, Block>;
  /** Farthest from the door first, as with several stops; else from all corners, which fills more. */
  isDeepFirst: boolean;
  /** Why the last candidates were refused: `[type]`. */
  broken: (Broken | null)[];
};

/** Weight of the logarithm of the share of an empty cuboid that stays of use beside a block, and of chance. */
const USABLE_WEIGHT = 2;
const CHANCE_WEIGHT = 0.3;
/** Candidates that are looked at by score before single items are tried. */
const RANKED_MAX = 24;
const WIDTH_MAX = 256;
const NO_WIDTHS = 2;
const FEW_ITEMS = 12;
const LEAVE_OUT_MAX = 64;

export type Filled = {
  load: Load;
  /** `[type]` what stopped the last of it, where it was not for lack of room. */
  broken: (Broken | null)[];
  /** The time was enough for one whole load. */
  isFinished: boolean;
};

export type FillOptions = {
  random: () => number;
  spend: () => boolean;
  isOver: () => boolean;
  /** Told of every better load. */
  onBetter?: (load: Load) => void;
  /** Ends when it says so: nothing better is possible. */
  isEnough: (load: Load) => boolean;
};

/**
 * Loads one space with as much volume as it can: beam searches of rising width, each state rated by completing it greedily. Araya and
 * Riff (2014), "A beam search approach to the container loading problem", Computers & Operations Research 43; the rating of
 * blocks after Araya, Guerrero and Nuñez (2017), "VCS", Computers & Operations Research 82.
 *
 * Stops are loaded from the last to the first; nothing goes behind or under what is loaded already.
 */
export function fillSpace(
  model: Model,
  kind: Kind,
  remainingCounts: Int32Array,
  gap_mm: number,
  options: FillOptions,
): Filled {
  const search: Search = {
    model,
    kind,
    remainingCounts,
    gap_mm,
    random: options.random,
    spend: options.spend,
    isOver: options.isOver,
    sets: new Map(),
    openBlocks: new Map(),
    isDeepFirst: true,
    broken: Array.from({ length: model.types }, () => null),
  };
  const start = startLoad(model, kind, remainingCounts, gap_mm, model.stops.length - 1);
  let best = complete(search, copyLoad(start), false);
  search.isDeepFirst = model.stops.length > 1;
  if (!search.isDeepFirst && !options.isEnough(best)) {
    const other = complete(search, copyLoad(start), false);
    if (other.volume > best.volume) best = other;
  }
  const broken = [...search.broken];
  const isFinished = best.stop === 0 || !options.isOver();
  options.spend();
  options.onBetter?.(best);
  let rounds_without_gain = 0;
  for (let width = 1; width <= WIDTH_MAX && !options.isOver() && !options.isEnough(best); width *= 2) {
    const { load, isExhausted } = searchBeam(search, start, width, best, options);
    const other = isConstrained(model, kind, remainingCounts)
      ? leaveOut(search, load, 8 * width, options)
      : load;
    rounds_without_gain = other.volume > best.volume ? 0 : rounds_without_gain + 1;
    if (other.volume > best.volume) best = other;
    if (isExhausted && rounds_without_gain > NO_WIDTHS) break;
  }
  return { load: best, broken, isFinished };
}

/** Few items are free to be chosen anew; else what comes first may keep out what is larger only by a limit. */
function isConstrained(model: Model, kind: Kind, remainingCounts: Int32Array): boolean {
  return (
    model.stops.length > 1 ||
    model.hasLoads ||
    kind.payload < Infinity ||
    kind.floorLoad < Infinity ||
    kind.space.axles !== undefined ||
    model.foes.some((mask) => mask !== 0) ||
    remainingCounts.reduce((sum, count) => sum + count, 0) <= FEW_ITEMS
  );
}

/** Greedy loads without some of the types: a small item of the last stop, or a heavy one, may keep out more than itself. */
function leaveOut(search: Search, knownLoad: Load, rounds: number, options: FillOptions): Load {
  const { model, kind, remainingCounts, gap_mm, random } = search;
  let best = knownLoad;
  for (let round = 0; round < Math.min(rounds, LEAVE_OUT_MAX); round++) {
    if (options.isOver() || options.isEnough(best)) break;
    const share = 0.1 + 0.5 * random();
    const keptCounts = remainingCounts.map((count) => (random() < share ? 0 : count));
    const load = complete(
      search,
      startLoad(model, kind, keptCounts, gap_mm, model.stops.length - 1),
      round % 2 === 1,
    );
    options.spend();
    for (const [type, count] of remainingCounts.entries())
      load.remainingCounts[type]! += count - keptCounts[type]!;
    if (load.volume <= best.volume) continue;
    best = load;
    options.onBetter?.(best);
  }
  return best;
}

/** Keeps the `width` best states of each depth, and of their next blocks those that complete best. */
function searchBeam(
  search: Search,
  start: Load,
  width: number,
  knownLoad: Load,
  options: FillOptions,
): { load: Load; isExhausted: boolean } {
  let best = knownLoad;
  let states: Load[] = [start];
  let isExhausted = true;
  while (states.length > 0) {
    const next: { load: Load; rating: number }[] = [];
    const seenKeys = new Set<number>();
    for (const state of states) {
      const candidates = nextCandidates(search, state, Math.max(2, width), true);
      for (const { block, x, y, z } of candidates) {
        const child = copyLoad(state);
        placeBlock(child, search.model, block, x, y, z, getSet(search, state.stop));
        const completed = complete(search, copyLoad(child), width > 1);
        if (completed.volume > best.volume) {
          best = completed;
          options.onBetter?.(best);
        }
        if (!options.spend() || options.isEnough(best)) return { load: best, isExhausted: false };
        // Equal completions of equal states come from the same blocks in another order.
        const key = completed.volume * 31 + child.volume;
        if (seenKeys.has(key)) continue;
        seenKeys.add(key);
        next.push({ load: child, rating: completed.volume });
      }
    }
    if (next.length > width) isExhausted = false;
    states = next
      .sort((a, b) => b.rating - a.rating)
      .slice(0, width)
      .map(({ load }) => load);
  }
  return { load: best, isExhausted };
}

/** Adds the best block again and again. Changes the given load. */
function complete(search: Search, load: Load, byChance: boolean): Load {
  for (let n = 0; ; n++) {
    if ((n & 63) === 63 && search.isOver()) return load;
    const [candidate] = nextCandidates(search, load, 1, byChance);
    if (candidate === undefined) return load;
    placeBlock(
      load,
      search.model,
      candidate.block,
      candidate.x,
      candidate.y,
      candidate.z,
      getSet(search, load.stop),
    );
  }
}

function getSet(search: Search, stop: number): BlockSet {
  let set = search.sets.get(stop);
  if (set === undefined) {
    set = listBlocks(search.model, search.kind, search.remainingCounts, stop);
    search.sets.set(stop, set);
  }
  return set;
}

/** The best blocks for the next space that takes any; goes on to the stop before when none does. Empty at the end. */
function nextCandidates(search: Search, load: Load, countMax: number, byChance: boolean): Candidate[] {
  for (;;) {
    for (let space = chooseSpace(search, load); space >= 0; space = chooseSpace(search, load)) {
      const candidates = rankBlocks(search, load, space, countMax, byChance);
      if (candidates.length > 0) return candidates;
      load.spaces[space * SPACE + 6] = 0;
    }
    if (load.stop === 0) return [];
    load.stop--;
    for (let index = 0; index < load.spaceCount; index++) load.spaces[index * SPACE + 6] = 1;
  }
}

/**
 * The space nearest to a corner of the cargo space, or the one farthest from the door.
 */
function chooseSpace({ kind, isDeepFirst }: Search, load: Load): number {
  let best = -1;
  let bestKey = Infinity;
  for (let index = 0; index < load.spaceCount; index++) {
    const row = index * SPACE;
    const s = load.spaces;
    if (s[row + 6] !== 1) continue;
    const volume = (s[row + 3]! - s[row]!) * (s[row + 4]! - s[row + 1]!) * (s[row + 5]! - s[row + 2]!);
    const alongX =
      isDeepFirst && kind.doorAxis === 0 ? 4 * s[row]! : Math.min(s[row]!, kind.sizeX - s[row + 3]!);
    const alongY =
      isDeepFirst && kind.doorAxis === 1 ? 4 * s[row + 1]! : Math.min(s[row + 1]!, kind.sizeY - s[row + 4]!);
    // The larger of equals: a small one lies beside it.
    const key = alongX + alongY + s[row + 2]! - volume / (kind.sizeX * kind.sizeY * kind.sizeZ) / 2;
    if (key < bestKey) {
      bestKey = key;
      best = index;
    }
  }
  return best;
}

/** The best blocks that may be put into a space, best first. */
function rankBlocks(
  search: Search,
  load: Load,
  space: number,
  countMax: number,
  byChance: boolean,
): Candidate[] {
  const { model, random } = search;
  const set = getSet(search, load.stop);
  const s = load.spaces;
  const row = space * SPACE;
  const sx = s[row + 3]! - s[row]!;
  const sy = s[row + 4]! - s[row + 1]!;
  const sz = s[row + 5]! - s[row + 2]!;
  const { usableFlat, usableUp } = set;
  const most = Math.max(RANKED_MAX, 2 * countMax);
  const ranking: { block: Block; score: number }[] = [];
  const consider = (block: Block, value: number) => {
    const usable =
      ((block.x + usableFlat[sx - block.x]!) / sx) *
      ((block.y + usableFlat[sy - block.y]!) / sy) *
      ((block.z + usableUp[sz - block.z]!) / sz);
    const score = value + USABLE_WEIGHT * Math.log(usable) + (byChance ? CHANCE_WEIGHT * random() : 0);
    if (ranking.length === most && score <= ranking[most - 1]!.score) return;
    if (ranking.length === most) ranking.pop();
    let place = ranking.length;
    while (place > 0 && ranking[place - 1]!.score < score) place--;
    ranking.splice(place, 0, { block, score });
  };
  for (const block of listOpenBlocks(search, set, load, sx, sy, sz)) consider(block, rateBlock(block));
  const { blocks, x, y, z, value } = set;
  const chance = byChance ? CHANCE_WEIGHT : 0;
  for (let n = 0; n < blocks.length; n++) {
    if (ranking.length === most && value[n]! + chance <= ranking[most - 1]!.score) break;
    if (x[n]! > sx || y[n]! > sy || z[n]! > sz) continue;
    const block = blocks[n]!;
    if (isLeft(load, block)) consider(block, value[n]!);
  }
  const allowedCandidates = takeAllowed(search, load, space, ranking, countMax);
  if (allowedCandidates.length > 0 || ranking.length < most) return allowedCandidates;
  const single: typeof ranking = [];
  for (let n = blocks.length - 1; n >= 0; n--) {
    const block = blocks[n]!;
    if (block.items !== 1 || block.x > sx || block.y > sy || block.z > sz || !isLeft(load, block)) continue;
    single.push({ block, score: value[n]! });
  }
  return takeAllowed(
    search,
    load,
    space,
    single.toSorted((a, b) => b.score - a.score),
    countMax,
    model,
  );
}

function isLeft(load: Load, { types, counts }: Block): boolean {
  for (let n = 0; n < types.length; n++) if (counts[n]! > load.remainingCounts[types[n]!]!) return false;
  return true;
}

/** Blocks of equal items of the open types, as long as they can be along one axis after the other. */
function listOpenBlocks(
  { model, kind, openBlocks }: Search,
  set: BlockSet,
  load: Load,
  sx: number,
  sy: number,
  sz: number,
): Block[] {
  const blocks: Block[] = [];
  for (const type of set.open) {
    const weight = model.weight[type]!;
    const room = weight === 0 ? Infinity : Math.floor((load.kind.payload - load.weight) / weight);
    const most = Math.min(load.remainingCounts[type]!, room);
    if (most < 1) continue;
    for (let turn = model.firstTurn[type]!; turn < model.firstTurn[type + 1]!; turn++) {
      if (kind.passes[turn] !== 1) continue;
      const limits = [
        Math.floor(sx / model.turnX[turn]!),
        Math.floor(sy / model.turnY[turn]!),
        Math.min(stackMost(model, kind, turn), Math.floor(sz / model.turnZ[turn]!)),
      ] as const;
      if (limits.some((limit) => limit === 0)) continue;
      for (const order of AXIS_ORDERS) {
        const counts = [1, 1, 1];
        let rest = most;
        for (const axis of order) {
          counts[axis] = Math.max(1, Math.min(limits[axis], rest));
          rest = Math.floor(rest / counts[axis]!);
        }
        const [cx, cy, cz] = counts as [number, number, number];
        const key = `${turn},${cx},${cy},${cz}`;
        let block = openBlocks.get(key);
        if (block === undefined) {
          block = makeSimple(model, turn, cx, cy, cz);
          openBlocks.set(key, block);
        }
        if (!blocks.includes(block)) blocks.push(block);
      }
    }
  }
  return blocks;
}

/** Those that break nothing at a corner of the space, the nearest to a corner of the cargo space first. */
function takeAllowed(
  search: Search,
  load: Load,
  space: number,
  ranking: readonly { block: Block; score: number }[],
  countMax: number,
  single?: Model,
): Candidate[] {
  const { model, kind, broken, isDeepFirst } = search;
  const s = load.spaces;
  const row = space * SPACE;
  const atLow =
    (isDeepFirst && kind.doorAxis === 0) || s[row]! <= kind.sizeX - s[row + 3]! || search.gap_mm > 0;
  const atBack = (isDeepFirst && kind.doorAxis === 1) || s[row + 1]! <= kind.sizeY - s[row + 4]!;
  const candidates: Candidate[] = [];
  for (const { block, score } of ranking) {
    let reason = breaksSums(load, block);
    if (reason === null) {
      for (let corner = 0; corner < 4; corner++) {
        const x = atLow === ((corner & 1) === 0) ? s[row]! : s[row + 3]! - block.x;
        const y = atBack === ((corner & 2) === 0) ? s[row + 1]! : s[row + 4]! - block.y;
        const z = s[row + 2]!;
        reason = breaksAt(load, model, block, x, y, z);
        if (reason !== null) continue;
        candidates.push({ block, x, y, z, score });
        break;
      }
    }
    if (reason !== null && (single !== undefined || block.items === 1)) broken[block.types[0]!] = reason;
    if (candidates.length === countMax) break;
  }
  return candidates;
}

import type { Block } from "./blocks.ts";
import type { Kind, Model } from "./model.ts";

/** Numbers of an empty cuboid: its two corners, and whether something may still be tried in it. */
export const SPACE = 7;

/**
 * A partly loaded space. `spaces` are empty cuboids that overlap each other. With full support each stands on the floor or on tops
 * of items; else they are all the maximal empty cuboids.
 *
 * Parreño et al. (2008), "A Maximal-Space Algorithm for the Container Loading Problem", INFORMS Journal on Computing 20(3).
 */
export type Load = {
  kind: Kind;
  spaces: Int32Array;
  spaceCount: number;
  placed: Placed[];
  /** `[type]` items not loaded yet, of all stops. */
  remainingCounts: Int32Array;
  /** The rank of the stop whose items are loaded now, from the last to the first. */
  stop: number;
  volume: number;
  weight: number;
  /** Weight times x. */
  momentX: number;
  labels: number;
  foes: number;
};

/** Never changed once made, so that loads share them. */
type Placed = { block: Block; stop: number; x: number; y: number; z: number };

export function startLoad(
  model: Model,
  kind: Kind,
  remainingCounts: Int32Array,
  gap_mm: number,
  stop: number,
): Load {
  const load: Load = {
    kind,
    spaces: new Int32Array(64 * SPACE),
    spaceCount: 0,
    placed: [],
    remainingCounts: remainingCounts.slice(),
    stop,
    volume: 0,
    weight: 0,
    momentX: 0,
    labels: 0,
    foes: 0,
  };
  addSpace(load, gap_mm, 0, 0, kind.sizeX, kind.sizeY, kind.sizeZ);
  for (const { x_mm, y_mm, z_mm, size_x_mm, size_y_mm, size_z_mm } of kind.blocked) {
    const ends = [x_mm + size_x_mm, y_mm + size_y_mm, z_mm + size_z_mm] as const;
    cutSpaces(load, model, [x_mm, y_mm, z_mm, ...ends], null, { leastFlat: 1, leastUp: 1 });
  }
  return load;
}

export function copyLoad(load: Load): Load {
  return {
    ...load,
    spaces: load.spaces.slice(0, Math.max(16, load.spaceCount + 24) * SPACE),
    placed: [...load.placed],
    remainingCounts: load.remainingCounts.slice(),
  };
}

function addSpace(load: Load, x0: number, y0: number, z0: number, x1: number, y1: number, z1: number): void {
  if (x0 >= x1 || y0 >= y1 || z0 >= z1) return;
  if ((load.spaceCount + 1) * SPACE > load.spaces.length) {
    const wider = new Int32Array(load.spaces.length * 2);
    wider.set(load.spaces);
    load.spaces = wider;
  }
  const { spaces } = load;
  const row = load.spaceCount++ * SPACE;
  spaces[row] = x0;
  spaces[row + 1] = y0;
  spaces[row + 2] = z0;
  spaces[row + 3] = x1;
  spaces[row + 4] = y1;
  spaces[row + 5] = z1;
  spaces[row + 6] = 1;
}

type Corners = [number, number, number, number, number, number];
type Least = { leastFlat: number; leastUp: number };

/** Loads a block with its lower corner at the given point. */
export function placeBlock(
  load: Load,
  model: Model,
  block: Block,
  x: number,
  y: number,
  z: number,
  least: Least,
): void {
  load.placed.push({ block, stop: load.stop, x, y, z });
  for (const [n, type] of block.types.entries()) load.remainingCounts[type]! -= block.counts[n]!;
  load.volume += block.volume;
  load.weight += block.weight;
  load.momentX += block.momentX + x * block.weight;
  load.labels |= block.labels;
  load.foes |= block.foes;
  cutSpaces(load, model, [x, y, z, x + block.x, y + block.y, z + block.z], block, least);
}

const GONE = 2;

/**
 * Replaces the spaces that a cuboid overlaps by their parts around it. With full support the part above is as wide as the top of
 * the block; above what is blocked there is none.
 */
function cutSpaces(load: Load, model: Model, cuboid: Corners, block: Block | null, least: Least): void {
  const [x0, y0, z0, x1, y1, z1] = cuboid;
  const { leastFlat, leastUp } = least;
  const isFull = model.supportShare === 1;
  const before = load.spaceCount;
  const topX = block === null ? x1 : x0 + block.topX;
  const topY = block === null ? y1 : y0 + block.topY;
  let firstTop = -1;
  for (let index = 0; index < before; index++) {
    const row = index * SPACE;
    const s = load.spaces;
    const sx0 = s[row]!;
    const sy0 = s[row + 1]!;
    const sz0 = s[row + 2]!;
    const sx1 = s[row + 3]!;
    const sy1 = s[row + 4]!;
    const sz1 = s[row + 5]!;
    if (sx0 >= x1 || sx1 <= x0 || sy0 >= y1 || sy1 <= y0 || sz0 >= z1 || sz1 <= z0) continue;
    s[row + 6] = GONE;
    if (x0 - sx0 >= leastFlat) addSpace(load, sx0, sy0, sz0, x0, sy1, sz1);
    if (sx1 - x1 >= leastFlat) addSpace(load, x1, sy0, sz0, sx1, sy1, sz1);
    if (y0 - sy0 >= leastFlat) addSpace(load, sx0, sy0, sz0, sx1, y0, sz1);
    if (sy1 - y1 >= leastFlat) addSpace(load, sx0, y1, sz0, sx1, sy1, sz1);
    if (z0 - sz0 >= leastUp) addSpace(load, sx0, sy0, sz0, sx1, sy1, z0);
    if (sz1 - z1 < leastUp) continue;
    if (!isFull) addSpace(load, sx0, sy0, z1, sx1, sy1, sz1);
    else if (block !== null) {
      if (firstTop < 0) firstTop = load.spaceCount;
      addSpace(load, Math.max(sx0, x0), Math.max(sy0, y0), z1, Math.min(sx1, topX), Math.min(sy1, topY), sz1);
    }
  }
  if (isFull && firstTop >= 0) joinTops(load, firstTop, z1);
  dropContained(load, before);
}

/** Spaces on tops of the same height that touch become one wider space besides. */
function joinTops(load: Load, from: number, z: number): void {
  const touching: number[] = [];
  for (let index = 0; index < load.spaceCount; index++) {
    const row = index * SPACE;
    if (load.spaces[row + 2] === z && load.spaces[row + 6] !== GONE) touching.push(index);
  }
  for (let index = from; index < load.spaceCount && index < from + 40; index++) {
    const a = index * SPACE;
    if (load.spaces[a + 2] !== z || load.spaces[a + 6] === GONE) continue;
    for (const other of touching) {
      if (other === index) continue;
      const s = load.spaces;
      const b = other * SPACE;
      const z1 = Math.min(s[a + 5]!, s[b + 5]!);
      const y0 = Math.max(s[a + 1]!, s[b + 1]!);
      const y1 = Math.min(s[a + 4]!, s[b + 4]!);
      if (y0 < y1 && (s[a + 3] === s[b] || s[b + 3] === s[a]))
        addSpace(load, Math.min(s[a]!, s[b]!), y0, z, Math.max(s[a + 3]!, s[b + 3]!), y1, z1);
      const x0 = Math.max(s[a]!, s[b]!);
      const x1 = Math.min(s[a + 3]!, s[b + 3]!);
      if (x0 < x1 && (s[a + 4] === s[b + 1] || s[b + 4] === s[a + 1]))
        addSpace(load, x0, Math.min(s[a + 1]!, s[b + 1]!), z, x1, Math.max(s[a + 4]!, s[b + 4]!), z1);
    }
  }
}

/** Spaces that nothing touched stay as they are; new ones, and those within a new one, are looked at. */
function dropContained(load: Load, before: number): void {
  const { spaces } = load;
  const after = load.spaceCount;
  const isIn = (a: number, b: number) =>
    spaces[b]! <= spaces[a]! &&
    spaces[b + 1]! <= spaces[a + 1]! &&
    spaces[b + 2]! <= spaces[a + 2]! &&
    spaces[b + 3]! >= spaces[a + 3]! &&
    spaces[b + 4]! >= spaces[a + 4]! &&
    spaces[b + 5]! >= spaces[a + 5]!;
  for (let index = before; index < after; index++) {
    const row = index * SPACE;
    for (let other = 0; other < after; other++) {
      const o = other * SPACE;
      if (other === index || spaces[o + 6] === GONE || spaces[row + 6] === GONE) continue;
      if (isIn(row, o)) spaces[row + 6] = GONE;
      else if (other < before && isIn(o, row)) spaces[o + 6] = GONE;
    }
  }
  let keptCount = 0;
  for (let index = 0; index < after; index++) {
    if (spaces[index * SPACE + 6] === GONE) continue;
    if (keptCount !== index) spaces.copyWithin(keptCount * SPACE, index * SPACE, (index + 1) * SPACE);
    keptCount++;
  }
  load.spaceCount = keptCount;
}

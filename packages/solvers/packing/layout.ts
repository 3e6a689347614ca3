import type { Model } from "./model.ts";

/** Numbers of a space: its two corners, its package, and how early it is filled. */
export const SPACE = 8;
/** Numbers of a block: type, package, its two corners, and the size of one item as it stands. */
export const BLOCK = 11;

/**
 * Partly filled packages. `spaces` are the maximal empty cuboids, which overlap each other: every empty cuboid lies in one
 * of them. Both lists are rows of numbers of which the first `…Count` are in use.
 *
 * Martello, Pisinger and Vigo (2000) and Parreño et al. (2008), "A Maximal-Space Algorithm for the Container Loading
 * Problem", INFORMS Journal on Computing 20(3).
 */
export type Layout = {
  /** The kind of each package. */
  packages: readonly number[];
  spaces: Int32Array;
  spaceCount: number;
  blocks: Int32Array;
  blockCount: number;
  /** `[type]` items not packed yet. */
  remainingCounts: Int32Array;
  leftVolume: number;
  leftItems: number;
  /** `[package]` of the items in it. */
  volume: Float64Array;
  weight: Float64Array;
  /** Groups that may not come in. */
  foes: Int32Array;
};

export function newLayout(types: number, packages: number): Layout {
  return {
    packages: [],
    spaces: new Int32Array(64 * SPACE),
    spaceCount: 0,
    blocks: new Int32Array(32 * BLOCK),
    blockCount: 0,
    remainingCounts: new Int32Array(types),
    leftVolume: 0,
    leftItems: 0,
    volume: new Float64Array(packages),
    weight: new Float64Array(packages),
    foes: new Int32Array(packages),
  };
}

/** Empty packages of the given kinds, and the items to pack. */
export function resetLayout(
  layout: Layout,
  model: Model,
  packages: readonly number[],
  remainingCounts: Int32Array,
): void {
  layout.packages = packages;
  layout.spaceCount = 0;
  layout.blockCount = 0;
  layout.remainingCounts.set(remainingCounts);
  layout.leftVolume = 0;
  layout.leftItems = 0;
  for (let type = 0; type < model.types; type++) {
    layout.leftVolume += remainingCounts[type]! * model.volume[type]!;
    layout.leftItems += remainingCounts[type]!;
  }
  layout.volume.fill(0);
  layout.weight.fill(0);
  layout.foes.fill(0);
  for (const [at, kind] of packages.entries()) {
    const { sizeX, sizeY, sizeZ } = model;
    addSpace(layout, model, at, 0, 0, 0, sizeX[kind]!, sizeY[kind]!, sizeZ[kind]!);
  }
}

export function copyLayout(from: Layout, to: Layout): void {
  to.packages = from.packages;
  if (to.spaces.length < from.spaceCount * SPACE) to.spaces = new Int32Array(from.spaces.length);
  if (to.blocks.length < from.blockCount * BLOCK) to.blocks = new Int32Array(from.blocks.length);
  copyNumbers(from.spaces, to.spaces, from.spaceCount * SPACE);
  copyNumbers(from.blocks, to.blocks, from.blockCount * BLOCK);
  to.spaceCount = from.spaceCount;
  to.blockCount = from.blockCount;
  copyNumbers(from.remainingCounts, to.remainingCounts, from.remainingCounts.length);
  to.leftVolume = from.leftVolume;
  to.leftItems = from.leftItems;
  for (let at = 0; at < from.packages.length; at++) {
    to.volume[at] = from.volume[at]!;
    to.weight[at] = from.weight[at]!;
    to.foes[at] = from.foes[at]!;
  }
}

/** A loop: `set` of a `subarray` makes an object, which costs more than these few numbers. */
function copyNumbers(from: Int32Array, to: Int32Array, count: number): void {
  for (let at = 0; at < count; at++) to[at] = from[at]!;
}

function grow(list: Int32Array): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(list.length * 2);
  wider.set(list);
  return wider;
}

function addSpace(
  layout: Layout,
  model: Model,
  at: number,
  x0: number,
  y0: number,
  z0: number,
  x1: number,
  y1: number,
  z1: number,
): void {
  if ((layout.spaceCount + 1) * SPACE > layout.spaces.length) layout.spaces = grow(layout.spaces);
  const { spaces } = layout;
  const kind = layout.packages[at]!;
  const row = layout.spaceCount++ * SPACE;
  spaces[row] = x0;
  spaces[row + 1] = y0;
  spaces[row + 2] = z0;
  spaces[row + 3] = x1;
  spaces[row + 4] = y1;
  spaces[row + 5] = z1;
  spaces[row + 6] = at;
  spaces[row + 7] = Math.min(x0, model.sizeX[kind]! - x1) + Math.min(y0, model.sizeY[kind]! - y1) + z0;
}

export function removeSpace(layout: Layout, index: number): void {
  const last = --layout.spaceCount;
  if (index !== last) {
    layout.spaces.copyWithin(index * SPACE, last * SPACE, (last + 1) * SPACE);
  }
}

/** Puts `x × y × z` items of a turn with their lower corner at the given point, and cuts the spaces. */
export function placeBlock(
  layout: Layout,
  model: Model,
  type: number,
  turn: number,
  at: number,
  countX: number,
  countY: number,
  countZ: number,
  x: number,
  y: number,
  z: number,
): void {
  if ((layout.blockCount + 1) * BLOCK > layout.blocks.length) layout.blocks = grow(layout.blocks);
  const { blocks } = layout;
  const row = layout.blockCount++ * BLOCK;
  const dx = model.turnX[turn]!;
  const dy = model.turnY[turn]!;
  const dz = model.turnZ[turn]!;
  blocks[row] = type;
  blocks[row + 1] = at;
  blocks[row + 2] = x;
  blocks[row + 3] = y;
  blocks[row + 4] = z;
  blocks[row + 5] = x + countX * dx;
  blocks[row + 6] = y + countY * dy;
  blocks[row + 7] = z + countZ * dz;
  blocks[row + 8] = dx;
  blocks[row + 9] = dy;
  blocks[row + 10] = dz;
  const count = countX * countY * countZ;
  layout.remainingCounts[type]! -= count;
  layout.leftItems -= count;
  layout.leftVolume -= count * model.volume[type]!;
  layout.volume[at]! += count * model.volume[type]!;
  layout.weight[at]! += count * model.weight[type]!;
  layout.foes[at]! |= model.foes[type]!;
  cutSpaces(layout, model, at, x, y, z, x + countX * dx, y + countY * dy, z + countZ * dz);
}

/** Replaces the spaces that a new block overlaps by the maximal parts of them around it. */
function cutSpaces(
  layout: Layout,
  model: Model,
  at: number,
  x0: number,
  y0: number,
  z0: number,
  x1: number,
  y1: number,
  z1: number,
): void {
  const { leastFlat, leastUp } = model;
  const before = layout.spaceCount;
  // Cut spaces are marked by package -1 and leave the list at the end.
  for (let index = 0; index < before; index++) {
    const row = index * SPACE;
    const s = layout.spaces;
    const sx0 = s[row]!;
    const sy0 = s[row + 1]!;
    const sz0 = s[row + 2]!;
    const sx1 = s[row + 3]!;
    const sy1 = s[row + 4]!;
    const sz1 = s[row + 5]!;
    if (s[row + 6] !== at) continue;
    if (sx0 >= x1 || sx1 <= x0 || sy0 >= y1 || sy1 <= y0 || sz0 >= z1 || sz1 <= z0) continue;
    s[row + 6] = -1;
    if (x0 - sx0 >= leastFlat) addSpace(layout, model, at, sx0, sy0, sz0, x0, sy1, sz1);
    if (sx1 - x1 >= leastFlat) addSpace(layout, model, at, x1, sy0, sz0, sx1, sy1, sz1);
    if (y0 - sy0 >= leastFlat) addSpace(layout, model, at, sx0, sy0, sz0, sx1, y0, sz1);
    if (sy1 - y1 >= leastFlat) addSpace(layout, model, at, sx0, y1, sz0, sx1, sy1, sz1);
    if (z0 - sz0 >= leastUp) addSpace(layout, model, at, sx0, sy0, sz0, sx1, sy1, z0);
    if (sz1 - z1 >= leastUp) addSpace(layout, model, at, sx0, sy0, z1, sx1, sy1, sz1);
  }
  const { spaces } = layout;
  const after = layout.spaceCount;
  // Spaces that the block does not touch stay maximal; only the new ones may lie in another.
  for (let index = before; index < after; index++) {
    const row = index * SPACE;
    const nx0 = spaces[row]!;
    const ny0 = spaces[row + 1]!;
    const nz0 = spaces[row + 2]!;
    const nx1 = spaces[row + 3]!;
    const ny1 = spaces[row + 4]!;
    const nz1 = spaces[row + 5]!;
    for (let other = 0; other < after; other++) {
      const o = other * SPACE;
      if (spaces[o + 6] !== at || other === index) continue;
      if (
        spaces[o]! <= nx0 &&
        spaces[o + 1]! <= ny0 &&
        spaces[o + 2]! <= nz0 &&
        spaces[o + 3]! >= nx1 &&
        spaces[o + 4]! >= ny1 &&
        spaces[o + 5]! >= nz1
      ) {
        spaces[row + 6] = -1;
        break;
      }
    }
  }
  let keptCount = 0;
  for (let index = 0; index < after; index++) {
    if (spaces[index * SPACE + 6] === -1) continue;
    if (keptCount !== index) {
      for (let n = 0; n < SPACE; n++) spaces[keptCount * SPACE + n] = spaces[index * SPACE + n]!;
    }
    keptCount++;
  }
  layout.spaceCount = keptCount;
}

import { AXIS_ORDERS } from "../cuboids.ts";
import { BLOCK, type Layout, SPACE } from "./layout.ts";
import type { Model } from "./model.ts";
import { isStackable } from "./stacking.ts";

/** A candidate: so many items of a turn at a point of a package. */
export type Candidate = {
  type: number;
  turn: number;
  at: number;
  countX: number;
  countY: number;
  countZ: number;
  x: number;
  y: number;
  z: number;
  score: number;
};

/** Weights of the logarithms of a block's volume and of the usable share, and of chance, which makes repeated tries differ. */
const VOLUME_WEIGHT = 4;
const USABLE_WEIGHT = 2;
const CHANCE_WEIGHT = 0.5;

/** The best candidates so far, best first. Objects are reused: a search makes millions of candidates. */
export type Ranking = { candidates: Candidate[]; count: number; countMax: number };

export function newRanking(most: number): Ranking {
  const candidates = Array.from({ length: most }, () => ({
    type: 0,
    turn: 0,
    at: 0,
    countX: 0,
    countY: 0,
    countZ: 0,
    x: 0,
    y: 0,
    z: 0,
    score: 0,
  }));
  return { candidates, count: 0, countMax: most };
}

/** Up to this number of items left every block shape is tried; above, only shapes that are as long as they can be. */
const ALL_SHAPES_MAX = 8;

/** Fills the ranking with the best blocks for a space. */
export function rankBlocks(
  layout: Layout,
  model: Model,
  space: number,
  byLoss: boolean,
  random: () => number,
  ranking: Ranking,
): void {
  ranking.count = 0;
  const { spaces, packages } = layout;
  const row = space * SPACE;
  const at = spaces[row + 6]!;
  const kind = packages[at]!;
  const sx = spaces[row + 3]! - spaces[row]!;
  const sy = spaces[row + 4]! - spaces[row + 1]!;
  const sz = spaces[row + 5]! - spaces[row + 2]!;
  const room = model.room[kind]! - layout.volume[at]!;
  const payload = model.payload[kind]! - layout.weight[at]!;
  const foes = layout.foes[at]!;
  for (let type = 0; type < model.types; type++) {
    let most = layout.remainingCounts[type]!;
    if (most === 0) continue;
    if ((foes & model.group[type]!) !== 0) continue;
    const volume = model.volume[type]!;
    const weight = model.weight[type]!;
    if (most * volume > room) most = Math.floor(room / volume);
    if (most * weight > payload) most = Math.floor(payload / weight);
    if (most < 1) continue;
    const load = model.maxLoad[type]!;
    const high =
      load === Infinity
        ? most
        : load === 0 || weight > load
          ? 1
          : Math.floor(load / Math.max(weight, 1e-9)) + 1;
    for (let turn = model.firstTurn[type]!; turn < model.firstTurn[type + 1]!; turn++) {
      const mx = Math.min(most, Math.floor(sx / model.turnX[turn]!));
      const my = Math.min(most, Math.floor(sy / model.turnY[turn]!));
      const mz = Math.min(most, high, Math.floor(sz / model.turnZ[turn]!));
      if (mx === 0 || my === 0 || mz === 0) continue;
      if (most <= ALL_SHAPES_MAX) {
        for (let cx = 1; cx <= mx; cx++) {
          for (let cy = 1; cy <= my && cx * cy <= most; cy++) {
            for (let cz = 1; cz <= mz && cx * cy * cz <= most; cz++) {
              consider(layout, model, space, type, turn, cx, cy, cz, byLoss, random, ranking);
            }
          }
        }
      } else {
        const limits = [mx, my, mz] as const;
        let lastX = 0;
        let lastY = 0;
        let lastZ = 0;
        for (const order of AXIS_ORDERS) {
          const counts = [1, 1, 1];
          let leftOver = most;
          for (const axis of order) {
            counts[axis] = Math.min(limits[axis], leftOver);
            leftOver = Math.floor(leftOver / counts[axis]!);
          }
          const [cx, cy, cz] = counts as [number, number, number];
          if (cx === lastX && cy === lastY && cz === lastZ) continue;
          lastX = cx;
          lastY = cy;
          lastZ = cz;
          consider(layout, model, space, type, turn, cx, cy, cz, byLoss, random, ranking);
        }
      }
    }
  }
}

/**
 * Rates a block by its volume and by the share of the space that stays of use beside it, after Araya, Guerrero and Nuñez
 * (2017), "VCS: A new heuristic function for selecting boxes in the single container loading problem", Computers &
 * Operations Research 82. Their third term, the surface in contact, gained nothing on cartons.
 */
function consider(
  layout: Layout,
  model: Model,
  space: number,
  type: number,
  turn: number,
  countX: number,
  countY: number,
  countZ: number,
  byLoss: boolean,
  random: () => number,
  ranking: Ranking,
): void {
  const { spaces } = layout;
  const row = space * SPACE;
  const sx = spaces[row + 3]! - spaces[row]!;
  const sy = spaces[row + 4]! - spaces[row + 1]!;
  const sz = spaces[row + 5]! - spaces[row + 2]!;
  const bx = countX * model.turnX[turn]!;
  const by = countY * model.turnY[turn]!;
  const bz = countZ * model.turnZ[turn]!;
  const usable =
    ((bx + model.usableFlat[sx - bx]!) / sx) *
    ((by + model.usableFlat[sy - by]!) / sy) *
    ((bz + model.usableUp[sz - bz]!) / sz);
  const score = byLoss
    ? Math.log(usable)
    : VOLUME_WEIGHT * Math.log(bx * by * bz) + USABLE_WEIGHT * Math.log(usable) + CHANCE_WEIGHT * random();
  if (ranking.count === ranking.countMax && score <= ranking.candidates[ranking.count - 1]!.score) return;
  const at = spaces[row + 6]!;
  const kind = layout.packages[at]!;
  const isLeft = spaces[row]! <= model.sizeX[kind]! - spaces[row + 3]!;
  const back = spaces[row + 1]! <= model.sizeY[kind]! - spaces[row + 4]!;
  let x = 0;
  let y = 0;
  let z = 0;
  let stands = false;
  // The corner nearest to one of the package, then the others, where it may rest better.
  for (let corner = 0; corner < 4 && !stands; corner++) {
    if (corner > 0 && spaces[row + 2] === 0) return;
    x = isLeft === ((corner & 1) === 0) ? spaces[row]! : spaces[row + 3]! - bx;
    y = back === ((corner & 2) === 0) ? spaces[row + 1]! : spaces[row + 4]! - by;
    z = dropTo(layout, at, x, y, x + bx, y + by, spaces[row + 2]!);
    stands = isStackable(layout, model, type, turn, at, countX, countY, countZ, x, y, z);
  }
  if (!stands) return;
  const { candidates } = ranking;
  let place = ranking.count === ranking.countMax ? ranking.count - 1 : ranking.count++;
  const one = candidates[place]!;
  while (place > 0 && candidates[place - 1]!.score < score) {
    candidates[place] = candidates[place - 1]!;
    place--;
  }
  candidates[place] = one;
  one.type = type;
  one.turn = turn;
  one.at = at;
  one.countX = countX;
  one.countY = countY;
  one.countZ = countZ;
  one.x = x;
  one.y = y;
  one.z = z;
  one.score = score;
}

/** The height at which a block rests when it is let down from `top`. */
function dropTo(
  layout: Layout,
  at: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  top: number,
): number {
  let z = 0;
  const { blocks, blockCount } = layout;
  for (let row = 0; row < blockCount * BLOCK; row += BLOCK) {
    const blockTop = blocks[row + 7]!;
    if (blockTop <= z || blockTop > top || blocks[row + 1] !== at) continue;
    if (blocks[row + 2]! < x1 && blocks[row + 5]! > x0 && blocks[row + 3]! < y1 && blocks[row + 6]! > y0)
      z = blockTop;
  }
  return z;
}

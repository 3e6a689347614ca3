import { usableLengths } from "../cuboids.ts";
import type { Kind, Model } from "./model.ts";

/** Numbers of a leaf: turn, lower corner in the block, and how many side by side along each axis. */
export const LEAF = 7;

/**
 * A cuboid of items that is placed as one: equal items side by side, or two such cuboids beside or on each other that leave next to
 * nothing between them.
 */
export type Block = {
  x: number;
  y: number;
  z: number;
  /** The part of its top, from its lower corner, that is flat and whole. */
  topX: number;
  topY: number;
  volume: number;
  weight: number;
  /** Weight times distance from its lower corner along x. */
  momentX: number;
  items: number;
  /** Types and how many of each. */
  types: number[];
  counts: number[];
  leaves: number[];
  labels: number;
  foes: number;
  /** It has items that stand on the floor only. */
  isBottomOnly: boolean;
};

/** Blocks of one stop for one space, by falling volume, and as arrays for the search. */
export type BlockSet = {
  blocks: Block[];
  x: Int32Array;
  y: Int32Array;
  z: Int32Array;
  /** Logarithm of the volume, less what many items cost. */
  value: Float64Array;
  /** Types whose blocks of equal items are not all listed: they are made as large as a space allows. */
  open: number[];
  /** `[length]` the longest row of sides not longer than that: along the floor and upwards. */
  usableFlat: Int32Array;
  usableUp: Int32Array;
  leastFlat: number;
  leastUp: number;
};

const BLOCKS_MAX = 8000;
/** Blocks of equal items of one turn that are listed; of types with more, only the smallest are. */
const SHAPES_MAX = 150;
const FILLED_MIN = 0.98;
/** Weights of the logarithms of a block's volume and of its number of items, after Araya, Guerrero and Nuñez (2017). */
const VOLUME_WEIGHT = 4;
const ITEMS_WEIGHT = 0.2;

/** How many may stand on each other without breaking what the lowest carries. */
export function stackMost(model: Model, kind: Kind, turn: number): number {
  const type = model.turnType[turn]!;
  if (model.bottomOnly[type] === 1) return 1;
  const weight = model.weight[type]!;
  const load = model.maxLoad[type]!;
  const byLoad = load === 0 ? 1 : weight === 0 ? Infinity : Math.floor(load / weight + 1e-9) + 1;
  const base = model.turnX[turn]! * model.turnY[turn]!;
  const byFloor = weight === 0 ? Infinity : Math.floor((kind.floorLoad * base) / weight + 1e-9);
  return Math.max(0, Math.min(byLoad, byFloor, Math.floor(kind.sizeZ / model.turnZ[turn]!)));
}

export function makeSimple(model: Model, turn: number, cx: number, cy: number, cz: number): Block {
  const type = model.turnType[turn]!;
  const items = cx * cy * cz;
  const x = cx * model.turnX[turn]!;
  const weight = items * model.weight[type]!;
  return {
    x,
    y: cy * model.turnY[turn]!,
    z: cz * model.turnZ[turn]!,
    topX: x,
    topY: cy * model.turnY[turn]!,
    volume: items * model.volume[type]!,
    weight,
    momentX: (weight * x) / 2,
    items,
    types: [type],
    counts: [items],
    leaves: [turn, 0, 0, 0, cx, cy, cz],
    labels: model.labels[type]!,
    foes: model.foes[type]!,
    isBottomOnly: model.bottomOnly[type] === 1,
  };
}

function listSimple(model: Model, kind: Kind, remainingCounts: Int32Array, type: number): [Block[], boolean] {
  const blocks: Block[] = [];
  const most = remainingCounts[type]!;
  let isOpen = false;
  for (let turn = model.firstTurn[type]!; turn < model.firstTurn[type + 1]!; turn++) {
    if (kind.passes[turn] !== 1) continue;
    const mx = Math.min(most, Math.floor(kind.sizeX / model.turnX[turn]!));
    const my = Math.min(most, Math.floor(kind.sizeY / model.turnY[turn]!));
    const mz = Math.min(most, stackMost(model, kind, turn));
    let listed = 0;
    for (let size = 1; size <= most && size <= mx * my * mz; size++) {
      for (let cz = 1; cz <= Math.min(mz, size); cz++) {
        if (size % cz !== 0) continue;
        for (let cy = 1; cy <= Math.min(my, size / cz); cy++) {
          const cx = size / cz / cy;
          if (!Number.isInteger(cx) || cx > mx) continue;
          blocks.push(makeSimple(model, turn, cx, cy, cz));
          listed++;
        }
      }
      if (listed >= SHAPES_MAX) {
        isOpen = true;
        break;
      }
    }
  }
  return [blocks, isOpen];
}

function merge(a: Block, b: Block, axis: 0 | 1 | 2): Block {
  const [ox, oy, oz] = [axis === 0 ? a.x : 0, axis === 1 ? a.y : 0, axis === 2 ? a.z : 0];
  const leaves = [...a.leaves];
  for (let n = 0; n < b.leaves.length; n += LEAF) {
    const [turn, x, y, z, ...counts] = b.leaves.slice(n, n + LEAF) as [number, number, number, number];
    leaves.push(turn, x + ox, y + oy, z + oz, ...counts);
  }
  const counts = new Map(a.types.map((type, n) => [type, a.counts[n]!]));
  for (const [n, type] of b.types.entries()) counts.set(type, (counts.get(type) ?? 0) + b.counts[n]!);
  const sorted = [...counts].sort(([one], [other]) => one - other);
  const isWhole = axis === 0 ? a.topX === a.x : a.topY === a.y;
  return {
    x: axis === 0 ? a.x + b.x : Math.max(a.x, b.x),
    y: axis === 1 ? a.y + b.y : Math.max(a.y, b.y),
    z: axis === 2 ? a.z + b.z : Math.max(a.z, b.z),
    topX:
      axis === 2
        ? b.topX
        : axis === 0
          ? isWhole
            ? a.x + b.topX
            : a.topX
          : isWhole
            ? Math.min(a.topX, b.topX)
            : a.topX,
    topY:
      axis === 2
        ? b.topY
        : axis === 1
          ? isWhole
            ? a.y + b.topY
            : a.topY
          : isWhole
            ? Math.min(a.topY, b.topY)
            : a.topY,
    volume: a.volume + b.volume,
    weight: a.weight + b.weight,
    momentX: a.momentX + b.momentX + ox * b.weight,
    items: a.items + b.items,
    types: sorted.map(([type]) => type),
    counts: sorted.map(([, count]) => count),
    leaves,
    labels: a.labels | b.labels,
    foes: a.foes | b.foes,
    isBottomOnly: a.isBottomOnly || b.isBottomOnly,
  };
}

/** Enough of both types is left, and they may be in one space. */
function mayMeet(a: Block, b: Block, remainingCounts: Int32Array): boolean {
  if ((a.labels & b.foes) !== 0 || (b.labels & a.foes) !== 0) return false;
  for (const [n, type] of a.types.entries()) {
    const at = b.types.indexOf(type);
    if (at >= 0 && a.counts[n]! + b.counts[at]! > remainingCounts[type]!) return false;
  }
  return true;
}

/** Beside each other only at the same height, so that the top is flat; on each other only where the lower top bears all. */
function fitTogether(a: Block, b: Block, axis: 0 | 1 | 2, kind: Kind): boolean {
  if (axis === 2) {
    if (b.x > a.topX || b.y > a.topY || b.isBottomOnly || a.z + b.z > kind.sizeZ) return false;
    return a.volume + b.volume >= FILLED_MIN * a.x * a.y * (a.z + b.z);
  }
  if (a.z !== b.z) return false;
  const [x, y] = axis === 0 ? [a.x + b.x, Math.max(a.y, b.y)] : [Math.max(a.x, b.x), a.y + b.y];
  return x <= kind.sizeX && y <= kind.sizeY && a.volume + b.volume >= FILLED_MIN * x * y * a.z;
}

/**
 * Joins blocks two by two, smallest first, until there are enough. Fanslau and Bortfeldt (2010), "A Tree Search Algorithm
 * for Solving the Container Loading Problem", INFORMS Journal on Computing 22(2).
 */
function joinBlocks(simple: Block[], kind: Kind, remainingCounts: Int32Array): Block[] {
  const seenKeys = new Set<string>();
  const buildKey = (block: Block) =>
    `${block.x},${block.y},${block.z},${block.topX},${block.topY};${block.types};${block.counts}`;
  const blocks: Block[] = [];
  const add = (block: Block) => {
    const key = buildKey(block);
    if (seenKeys.has(key)) return;
    seenKeys.add(key);
    blocks.push(block);
  };
  for (const block of simple) add(block);
  let from = 0;
  let pairs = 4_000_000;
  for (let level = 0; level < 3 && blocks.length < BLOCKS_MAX; level++) {
    const to = blocks.length;
    for (let i = from; i < to && blocks.length < BLOCKS_MAX && pairs > 0; i++) {
      for (let j = 0; j <= i && blocks.length < BLOCKS_MAX && pairs > 0; j++) {
        pairs--;
        const [a, b] = [blocks[i]!, blocks[j]!];
        for (const axis of [0, 1, 2] as const) {
          if (fitTogether(a, b, axis, kind)) {
            if (mayMeet(a, b, remainingCounts)) add(merge(a, b, axis));
          }
          if (axis === 2 && fitTogether(b, a, axis, kind) && mayMeet(a, b, remainingCounts))
            add(merge(b, a, axis));
        }
      }
    }
    from = to;
  }
  return blocks;
}

/** All blocks of the types of a stop that fit the space. */
export function listBlocks(model: Model, kind: Kind, remainingCounts: Int32Array, stop: number): BlockSet {
  const open: number[] = [];
  const simple: Block[] = [];
  for (let type = 0; type < model.types; type++) {
    if (remainingCounts[type] === 0 || model.stop[type] !== stop || kind.alone[type] !== null) continue;
    const [blocks, isOpen] = listSimple(model, kind, remainingCounts, type);
    simple.push(...blocks);
    if (isOpen) open.push(type);
  }
  const blocks = joinBlocks(
    simple.sort((a, b) => a.volume - b.volume),
    kind,
    remainingCounts,
  ).sort((a, b) => b.volume - a.volume);
  return {
    blocks,
    x: Int32Array.from(blocks, ({ x }) => x),
    y: Int32Array.from(blocks, ({ y }) => y),
    z: Int32Array.from(blocks, ({ z }) => z),
    value: Float64Array.from(blocks, rateBlock),
    open,
    ...measureSides(model, kind, remainingCounts, stop),
  };
}

export const rateBlock = ({ volume, items }: Block) =>
  VOLUME_WEIGHT * Math.log(volume) - ITEMS_WEIGHT * Math.log(items);

function measureSides(
  model: Model,
  kind: Kind,
  remainingCounts: Int32Array,
  stop: number,
): Pick<BlockSet, "usableFlat" | "usableUp" | "leastFlat" | "leastUp"> {
  const flat = new Map<number, number>();
  const up = new Map<number, number>();
  // Of all stops: what one leaves empty the next may use.
  let leastFlat = kind.sizeX + kind.sizeY;
  let leastUp = kind.sizeZ;
  for (const [turn, type] of model.turnType.entries()) {
    if (remainingCounts[type] === 0 || kind.passes[turn] !== 1) continue;
    leastFlat = Math.min(leastFlat, model.turnX[turn]!, model.turnY[turn]!);
    leastUp = Math.min(leastUp, model.turnZ[turn]!);
    if (model.stop[type] !== stop) continue;
    const add = (sides: Map<number, number>, side: number) =>
      sides.set(side, (sides.get(side) ?? 0) + remainingCounts[type]!);
    add(flat, model.turnX[turn]!);
    add(up, model.turnZ[turn]!);
  }
  return {
    usableFlat: usableLengths(flat, Math.max(kind.sizeX, kind.sizeY)),
    usableUp: usableLengths(up, kind.sizeZ),
    leastFlat,
    leastUp,
  };
}

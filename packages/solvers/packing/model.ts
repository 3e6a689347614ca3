import { usableLengths } from "../cuboids.ts";
import { type Dimension, InvalidPackingProblem, type PackingProblem, type Size } from "./problem.ts";

/** Groups that are kept apart are bits of a number. */
const GROUPS_MAX = 30;
/** Longest side and largest volume whose sums are exact. */
const SIDE_MAX_MM = 30_000;

/**
 * The problem as typed arrays. A type is an item of the problem, a kind one of its packagings; both have the index of
 * the problem. A turn is a way in which a type may stand.
 */
export type Model = {
  problem: PackingProblem;
  types: number;
  kinds: number;
  /** `[type]` */
  quantity: Int32Array;
  volume: Float64Array;
  weight: Float64Array;
  maxLoad: Float64Array;
  group: Int32Array;
  /** Groups that may not be with this type. */
  foes: Int32Array;
  /** `[type]` first turn, and one past the last of the last type. */
  firstTurn: Int32Array;
  /** `[turn]` */
  turnX: Int32Array;
  turnY: Int32Array;
  turnZ: Int32Array;
  /** `[kind]` inside, most volume and most weight of items, outside. */
  sizeX: Int32Array;
  sizeY: Int32Array;
  sizeZ: Int32Array;
  room: Float64Array;
  payload: Float64Array;
  outer: Float64Array;
  cost: Float64Array;
  stock: Float64Array;
  /** `[kind * types + type]` one of the type fits the empty package. */
  fits: Uint8Array;
  /** `[length]` the longest row of sides, of items still to be packed, not longer than that: along the floor and upwards. */
  usableFlat: Int32Array;
  usableUp: Int32Array;
  /** Shortest side along the floor and upwards of any type. */
  leastFlat: number;
  leastUp: number;
  supportShare: number;
  /** Some type limits the load on it. */
  hasLoads: boolean;
};

function require(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvalidPackingProblem(message);
}

function checkSize(size: Size, path: string): void {
  for (const side of ["length_mm", "width_mm", "height_mm"] as const) {
    const value = size[side];
    require(Number.isInteger(value) &&
      value > 0 &&
      value <= SIDE_MAX_MM, `${path}.${side} must be a whole number from 1 to ${SIDE_MAX_MM}`);
  }
}

function isAmount(value: number | undefined): boolean {
  return value === undefined || value >= 0;
}

/** Refuses contradictory input, naming the field; items that fit nowhere are reported later. */
function checkProblem(problem: PackingProblem): void {
  const { fill_cap_percent: cap = 100, support_share = 0 } = problem;
  require(cap > 0 && cap <= 100, "fill_cap_percent must be above 0 and at most 100");
  require(support_share >= 0 && support_share <= 1, "support_share must be from 0 to 1");
  for (const [n, [a, b]] of (problem.separate_groups ?? []).entries())
    require(a !== b, `separate_groups[${n}] names "${a}" twice`);
  const ids = new Set<string>();
  for (const [i, item] of problem.items.entries()) {
    const path = `items[${i}]`;
    require(!ids.has(item.id), `${path}.id "${item.id}" is used twice`);
    ids.add(item.id);
    checkSize(item, path);
    require(Number.isInteger(item.quantity) &&
      item.quantity >= 0, `${path}.quantity must be a whole number, 0 or more`);
    require(isAmount(item.weight_g) && item.weight_g !== Infinity, `${path}.weight_g must be 0 or more`);
    require(isAmount(item.max_load_g), `${path}.max_load_g must be 0 or more`);
    require(item.upright === undefined || item.upright.length > 0, `${path}.upright must name a dimension`);
  }
  const kinds = new Set<string>();
  for (const [k, packaging] of problem.packagings.entries()) {
    const path = `packagings[${k}]`;
    require(!kinds.has(packaging.id), `${path}.id "${packaging.id}" is used twice`);
    kinds.add(packaging.id);
    checkSize(packaging.inner, `${path}.inner`);
    checkSize(packaging.outer, `${path}.outer`);
    const inner = sortedSides(packaging.inner);
    const outer = sortedSides(packaging.outer);
    require(inner.every((side, at) => side <= outer[at]!), `${path}.outer is smaller than inner`);
    for (const field of ["max_weight_g", "tare_g", "cost", "stock"] as const) {
      require(isAmount(packaging[field]), `${path}.${field} must be 0 or more`);
    }
  }
}

function sortedSides({ length_mm, width_mm, height_mm }: Size): number[] {
  return [length_mm, width_mm, height_mm].sort((a, b) => a - b);
}

function computeVolume({ length_mm, width_mm, height_mm }: Size): number {
  return length_mm * width_mm * height_mm;
}

/** The different ways an item may stand, `[x, y, z]`. */
function listTurns(size: Size, upright: readonly Dimension[]): [number, number, number][] {
  const { length_mm: l, width_mm: w, height_mm: h } = size;
  const turns: [number, number, number][] = [];
  const add = (x: number, y: number, z: number) => {
    if (!turns.some((turn) => turn[0] === x && turn[1] === y && turn[2] === z)) turns.push([x, y, z]);
  };
  for (const dimension of ["height", "width", "length"] as const) {
    if (!upright.includes(dimension)) continue;
    const [a, b, up] = { height: [l, w, h], width: [l, h, w], length: [w, h, l] }[dimension] as [
      number,
      number,
      number,
    ];
    add(a, b, up);
    add(b, a, up);
  }
  return turns;
}

/** Largest number whose share of the whole is not above the cap. */
function capVolume(volume: number, percent: number): number {
  // Items have whole volumes, so the comparison is exact where the percentage is whole.
  return Number.isInteger(percent)
    ? Math.floor((volume * percent) / 100)
    : Math.floor((volume / 100) * percent);
}

/** Checks the problem and compiles it for the search. Refuses `InvalidPackingProblem`. */
export function compile(problem: PackingProblem): Model {
  checkProblem(problem);
  const { items, packagings, fill_cap_percent = 100, separate_groups = [] } = problem;
  const bits = new Map<string, number>();
  for (const group of separate_groups.flat()) if (!bits.has(group)) bits.set(group, bits.size);
  require(bits.size <= GROUPS_MAX, `separate_groups names more than ${GROUPS_MAX} groups`);
  const getConflicts = (group: string | undefined) =>
    separate_groups.reduce((mask, [a, b]) => {
      if (a === group) return mask | (1 << bits.get(b)!);
      return b === group ? mask | (1 << bits.get(a)!) : mask;
    }, 0);

  const types = items.length;
  const kinds = packagings.length;
  const turns = items.map((item) => listTurns(item, item.upright ?? ["length", "width", "height"]));
  const flat = turns.flat();
  const firstTurn = new Int32Array(types + 1);
  for (const [type, of] of turns.entries()) firstTurn[type + 1] = firstTurn[type]! + of.length;
  const model: Model = {
    problem,
    types,
    kinds,
    quantity: Int32Array.from(items, (item) => item.quantity),
    volume: Float64Array.from(items, computeVolume),
    weight: Float64Array.from(items, (item) => item.weight_g ?? 0),
    maxLoad: Float64Array.from(items, (item) => item.max_load_g ?? Infinity),
    group: Int32Array.from(items, ({ group }) =>
      group !== undefined && bits.has(group) ? 1 << bits.get(group)! : 0,
    ),
    foes: Int32Array.from(items, (item) => getConflicts(item.group)),
    firstTurn,
    turnX: Int32Array.from(flat, (turn) => turn[0]),
    turnY: Int32Array.from(flat, (turn) => turn[1]),
    turnZ: Int32Array.from(flat, (turn) => turn[2]),
    sizeX: Int32Array.from(packagings, ({ inner }) => inner.length_mm),
    sizeY: Int32Array.from(packagings, ({ inner }) => inner.width_mm),
    sizeZ: Int32Array.from(packagings, ({ inner }) => inner.height_mm),
    room: Float64Array.from(packagings, ({ inner }) => capVolume(computeVolume(inner), fill_cap_percent)),
    payload: Float64Array.from(packagings, (one) => (one.max_weight_g ?? Infinity) - (one.tare_g ?? 0)),
    outer: Float64Array.from(packagings, ({ outer }) => computeVolume(outer)),
    cost: Float64Array.from(packagings, (one) => one.cost ?? 0),
    stock: Float64Array.from(packagings, (one) => Math.floor(one.stock ?? Infinity)),
    fits: new Uint8Array(kinds * types),
    usableFlat: new Int32Array(0),
    usableUp: new Int32Array(0),
    leastFlat: Math.min(...flat.map((turn) => turn[0]), SIDE_MAX_MM),
    leastUp: Math.min(...flat.map((turn) => turn[2]), SIDE_MAX_MM),
    supportShare: problem.support_share ?? 0,
    hasLoads: items.some((item) => item.max_load_g !== undefined && item.max_load_g < Infinity),
  };
  addUsableLengths(model);
  for (let kind = 0; kind < kinds; kind++) {
    for (let type = 0; type < types; type++)
      if (whyNotAlone(model, kind, type) === null) model.fits[kind * types + type] = 1;
  }
  return model;
}

function addUsableLengths(model: Model): void {
  const along = new Map<number, number>();
  const up = new Map<number, number>();
  for (let type = 0; type < model.types; type++) {
    const most = model.quantity[type]!;
    const mine = [new Set<number>(), new Set<number>()] as const;
    for (let turn = model.firstTurn[type]!; turn < model.firstTurn[type + 1]!; turn++) {
      mine[0].add(model.turnX[turn]!);
      mine[1].add(model.turnZ[turn]!);
    }
    for (const side of mine[0]) along.set(side, (along.get(side) ?? 0) + most);
    for (const side of mine[1]) up.set(side, (up.get(side) ?? 0) + most);
  }
  model.usableFlat = usableLengths(along, Math.max(0, ...model.sizeX, ...model.sizeY));
  model.usableUp = usableLengths(up, Math.max(0, ...model.sizeZ));
}

/** Why one item of the type does not fit the empty package; null when it does. */
export function whyNotAlone(
  model: Model,
  kind: number,
  type: number,
): "too_large" | "too_heavy" | "above_fill_cap" | null {
  let fits = false;
  for (let turn = model.firstTurn[type]!; turn < model.firstTurn[type + 1]!; turn++) {
    fits ||=
      model.turnX[turn]! <= model.sizeX[kind]! &&
      model.turnY[turn]! <= model.sizeY[kind]! &&
      model.turnZ[turn]! <= model.sizeZ[kind]!;
  }
  if (!fits) return "too_large";
  if (model.weight[type]! > model.payload[kind]!) return "too_heavy";
  return model.volume[type]! > model.room[kind]! ? "above_fill_cap" : null;
}

import { LEAF } from "./blocks.ts";
import { shareAxles } from "./limits.ts";
import type { Load } from "./load.ts";
import type { Kind, Model } from "./model.ts";
import type { AxleLoad, CargoSpace, Cuboid, LoadedSpace, Placement, SpaceMetrics } from "./problem.ts";
import { type Group, orderGroups } from "./sequence.ts";

type Counts = { count_x: number; count_y: number; count_z: number };
type Leaf = Group & Counts & { type: number };

/** Equal items side by side, of all blocks of a load. */
function listLeaves(model: Model, load: Load): Leaf[] {
  return load.placed.flatMap(({ block, stop, x, y, z }) => {
    const leaves: Leaf[] = [];
    for (let n = 0; n < block.leaves.length; n += LEAF) {
      const [turn, lx, ly, lz, count_x, count_y, count_z] = block.leaves.slice(n, n + LEAF) as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      leaves.push({
        type: model.turnType[turn]!,
        stop,
        x_mm: x + lx,
        y_mm: y + ly,
        z_mm: z + lz,
        size_x_mm: count_x * model.turnX[turn]!,
        size_y_mm: count_y * model.turnY[turn]!,
        size_z_mm: count_z * model.turnZ[turn]!,
        count_x,
        count_y,
        count_z,
      });
    }
    return leaves;
  });
}

function splitLeaf(leaf: Leaf): Leaf[] {
  const { count_x, count_y, count_z } = leaf;
  const [dx, dy, dz] = [leaf.size_x_mm / count_x, leaf.size_y_mm / count_y, leaf.size_z_mm / count_z];
  return Array.from({ length: count_x * count_y * count_z }, (_, n) => ({
    ...leaf,
    x_mm: leaf.x_mm + (n % count_x) * dx,
    y_mm: leaf.y_mm + (Math.floor(n / count_x) % count_y) * dy,
    z_mm: leaf.z_mm + Math.floor(n / (count_x * count_y)) * dz,
    size_x_mm: dx,
    size_y_mm: dy,
    size_z_mm: dz,
    count_x: 1,
    count_y: 1,
    count_z: 1,
  }));
}

/** Every item in loading order; null where no order is possible. */
function describePlacements(model: Model, kind: Kind, of: readonly Leaf[]): Placement[] | null {
  const { door } = kind.space;
  let leaves = of;
  let order = orderGroups(leaves, door);
  if (order === null) {
    leaves = leaves.flatMap(splitLeaf);
    order = orderGroups(leaves, door);
  }
  if (order === null) return null;
  return order.flatMap((at, step) => {
    const { type } = leaves[at]!;
    const items = splitLeaf(leaves[at]!);
    // Deepest first, then from the floor: nothing of the group is in the way of the rest.
    const axis = kind.doorAxis;
    items.sort((a, b) =>
      axis === 2
        ? a.z_mm - b.z_mm || a.x_mm - b.x_mm || a.y_mm - b.y_mm
        : (axis === 0 ? a.x_mm - b.x_mm : a.y_mm - b.y_mm) ||
          a.z_mm - b.z_mm ||
          a.y_mm - b.y_mm ||
          a.x_mm - b.x_mm,
    );
    return items.map(({ x_mm, y_mm, z_mm, size_x_mm, size_y_mm, size_z_mm }) => ({
      item_id: model.problem.items[type]!.id,
      step: step + 1,
      x_mm,
      y_mm,
      z_mm,
      size_x_mm,
      size_y_mm,
      size_z_mm,
    }));
  });
}

/**
 * The load or its mirror image, whichever has its centre of gravity nearest to the middle. Null where it cannot be loaded in any
 * order.
 */
export function describeSpace(model: Model, load: Load): LoadedSpace | null {
  const { kind } = load;
  const leaves = listLeaves(model, load);
  const isOneStop = new Set(leaves.map(({ stop }) => stop)).size <= 1;
  let best: LoadedSpace | null = null;
  for (const [mirrorX, mirrorY] of [
    [false, false],
    [false, true],
    [true, false],
    [true, true],
  ] as const) {
    if (!isOneStop && ((mirrorX && kind.doorAxis === 0) || (mirrorY && kind.doorAxis === 1))) continue;
    const mirrored = leaves.map((leaf) => ({
      ...leaf,
      ...(mirrorX && { x_mm: kind.sizeX - leaf.x_mm - leaf.size_x_mm }),
      ...(mirrorY && { y_mm: kind.sizeY - leaf.y_mm - leaf.size_y_mm }),
    }));
    if ((mirrorX || mirrorY) && mirrored.some((leaf) => kind.blocked.some((one) => overlap(leaf, one))))
      continue;
    const placements = describePlacements(model, kind, mirrored);
    if (placements === null) continue;
    const metrics = measureSpace(model, kind, placements);
    if (!areAxlesKept(kind.space, metrics)) continue;
    if (best !== null && computeImbalance(metrics) >= computeImbalance(best.metrics) - 0.05) continue;
    best = { space_id: kind.space.id, placements, metrics };
  }
  return best;
}

const computeImbalance = ({ offset_percent }: SpaceMetrics) =>
  Math.abs(offset_percent.x) + Math.abs(offset_percent.y);

function areAxlesKept({ axles }: CargoSpace, { axle_loads }: SpaceMetrics): boolean {
  if (axles === undefined || axle_loads === null) return true;
  return axle_loads.every(
    ({ front_g, rear_g }) =>
      front_g >= 0 && rear_g >= 0 && front_g <= axles.front.max_g && rear_g <= axles.rear.max_g,
  );
}

function overlap(a: Cuboid, b: Cuboid): boolean {
  return (
    a.x_mm < b.x_mm + b.size_x_mm &&
    b.x_mm < a.x_mm + a.size_x_mm &&
    a.y_mm < b.y_mm + b.size_y_mm &&
    b.y_mm < a.y_mm + a.size_y_mm &&
    a.z_mm < b.z_mm + b.size_z_mm &&
    b.z_mm < a.z_mm + a.size_z_mm
  );
}

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

/** Weights, centre of gravity, axle loads and pressure on the floor of any placements. */
export function measureSpace(model: Model, kind: Kind, placements: readonly Placement[]): SpaceMetrics {
  const types = new Map(model.problem.items.map(({ id }, type) => [id, type]));
  const getType = (one: Placement) => types.get(one.item_id)!;
  let [volume, weight, mx, my, mz] = [0, 0, 0, 0, 0];
  for (const one of placements) {
    const grams = model.weight[getType(one)]!;
    volume += model.volume[getType(one)]!;
    weight += grams;
    mx += grams * (one.x_mm + one.size_x_mm / 2);
    my += grams * (one.y_mm + one.size_y_mm / 2);
    mz += grams * (one.z_mm + one.size_z_mm / 2);
  }
  const centre = weight === 0 ? null : { x_mm: mx / weight, y_mm: my / weight, z_mm: mz / weight };
  const offset = (value: number, side: number) => round((100 * (value - side / 2)) / (side / 2), 1);
  return {
    items: placements.length,
    volume_mm3: volume,
    weight_g: weight,
    fill_percent: round((100 * volume) / kind.volume, 2),
    centre_of_gravity:
      centre === null
        ? null
        : { x_mm: Math.round(centre.x_mm), y_mm: Math.round(centre.y_mm), z_mm: Math.round(centre.z_mm) },
    offset_percent:
      centre === null
        ? { x: 0, y: 0 }
        : { x: offset(centre.x_mm, kind.sizeX), y: offset(centre.y_mm, kind.sizeY) },
    axle_loads: measureAxles(model, kind.space, placements, getType),
    floor_load_g_m2: Math.round(measureFloor(model, placements, getType) * 1e6),
  };
}

function measureAxles(
  model: Model,
  { axles }: CargoSpace,
  placements: readonly Placement[],
  getType: (one: Placement) => number,
): AxleLoad[] | null {
  if (axles === undefined) return null;
  const ranks = [...new Set(placements.map((one) => model.stop[getType(one)]!))].sort((a, b) => a - b);
  const departures: (number | null)[] = [null, ...ranks.slice(0, -1)];
  return departures.map((after) => {
    let [weight, moment] = [0, 0];
    for (const one of placements) {
      if (after !== null && model.stop[getType(one)]! <= after) continue;
      const grams = model.weight[getType(one)]!;
      weight += grams;
      moment += grams * (one.x_mm + one.size_x_mm / 2);
    }
    const [front, rear] = shareAxles(axles, weight, moment);
    return {
      after_stop: after === null ? null : model.stops[after]!,
      front_g: Math.round(front),
      rear_g: Math.round(rear),
    };
  });
}

/** The highest pressure on the floor, loads passed down in proportion to the areas of contact. */
function measureFloor(
  model: Model,
  placements: readonly Placement[],
  getType: (one: Placement) => number,
): number {
  const items = placements
    .map((at) => ({ at, load: model.weight[getType(at)]! }))
    .sort((a, b) => b.at.z_mm - a.at.z_mm);
  const byTop = Map.groupBy(items, ({ at }) => at.z_mm + at.size_z_mm);
  let most = 0;
  for (const { at, load } of items) {
    if (at.z_mm === 0) most = Math.max(most, load / (at.size_x_mm * at.size_y_mm));
    const below = (byTop.get(at.z_mm) ?? [])
      .map((lower) => ({ lower, area: sharedArea(at, lower.at) }))
      .filter(({ area }) => area > 0);
    const contact = below.reduce((sum, { area }) => sum + area, 0);
    for (const { lower, area } of below) lower.load += (load * area) / contact;
  }
  return most;
}

function sharedArea(a: Cuboid, b: Cuboid): number {
  const wide = Math.min(a.x_mm + a.size_x_mm, b.x_mm + b.size_x_mm) - Math.max(a.x_mm, b.x_mm);
  const deep = Math.min(a.y_mm + a.size_y_mm, b.y_mm + b.size_y_mm) - Math.max(a.y_mm, b.y_mm);
  return wide > 0 && deep > 0 ? wide * deep : 0;
}

import { type Block, LEAF } from "./blocks.ts";
import type { Load } from "./load.ts";
import type { Kind, Model } from "./model.ts";
import type { Axles } from "./problem.ts";

/** What a block would break at a point of a load. */
export type Broken = "payload" | "axle_load" | "kept_apart" | "stop_order" | "stacking";

/** Loads are sums of shares. */
const SLACK = 1e-9;

/** What follows from the sums of a load alone, wherever the block would be. */
export function breaksSums(load: Load, block: Block): Broken | null {
  if (load.weight + block.weight > load.kind.payload) return "payload";
  if ((load.foes & block.labels) !== 0 || (load.labels & block.foes) !== 0) return "kept_apart";
  return null;
}

/** Does the block stand, reach its place, and leave every limit kept? */
export function breaksAt(
  load: Load,
  model: Model,
  block: Block,
  x: number,
  y: number,
  z: number,
): Broken | null {
  if (z > 0 && block.isBottomOnly) return "stacking";
  if (model.stops.length > 1 && isBehindAnother(load, block, x, y, z)) return "stop_order";
  const { axles } = load.kind.space;
  if (axles !== undefined && axles !== null) {
    const momentX = load.momentX + block.momentX + x * block.weight;
    if (!isBorneByAxles(axles, load.weight + block.weight, momentX)) return "axle_load";
  }
  const share = model.supportShare;
  if (share > 0 && share < 1 && z > 0 && !isSupported(load, model, block, x, y, z)) return "stacking";
  if ((model.hasLoads || load.kind.floorLoad < Infinity) && !carries(load, model, block, x, y, z))
    return "stacking";
  return null;
}

/** What each support bears of a weight and its moment about the origin, the empty vehicle included. */
export function shareAxles({ front, rear }: Axles, weight: number, momentX: number): [number, number] {
  const onRear = (momentX - weight * front.x_mm) / (rear.x_mm - front.x_mm);
  return [(front.empty_g ?? 0) + weight - onRear, (rear.empty_g ?? 0) + onRear];
}

function isBorneByAxles(axles: Axles, weight: number, momentX: number): boolean {
  const [front, rear] = shareAxles(axles, weight, momentX);
  return (
    front <= axles.front.max_g * (1 + SLACK) &&
    rear <= axles.rear.max_g * (1 + SLACK) &&
    front >= 0 &&
    rear >= 0
  );
}

/** Is something of a later stop between the block and the door, or above it? */
function isBehindAnother(load: Load, block: Block, x: number, y: number, z: number): boolean {
  const { doorAxis } = load.kind;
  for (const { block: other, stop, x: ox, y: oy, z: oz } of load.placed) {
    if (stop === load.stop) continue;
    const overlapsX = ox < x + block.x && ox + other.x > x;
    const overlapsY = oy < y + block.y && oy + other.y > y;
    const overlapsZ = oz < z + block.z && oz + other.z > z;
    if (overlapsX && overlapsY && oz >= z + block.z) return true;
    if (doorAxis === 0 && overlapsY && overlapsZ && ox >= x + block.x) return true;
    if (doorAxis === 1 && overlapsX && overlapsZ && oy >= y + block.y) return true;
  }
  return false;
}

/** Single items of a block at a point. */
function* listItems(model: Model, block: Block, x: number, y: number, z: number): Generator<Item> {
  const { leaves } = block;
  for (let n = 0; n < leaves.length; n += LEAF) {
    const turn = leaves[n]!;
    const [dx, dy, dz] = [model.turnX[turn]!, model.turnY[turn]!, model.turnZ[turn]!];
    for (let k = 0; k < leaves[n + 6]!; k++) {
      for (let j = 0; j < leaves[n + 5]!; j++) {
        for (let i = 0; i < leaves[n + 4]!; i++) {
          yield {
            type: model.turnType[turn]!,
            x: x + leaves[n + 1]! + i * dx,
            y: y + leaves[n + 2]! + j * dy,
            z: z + leaves[n + 3]! + k * dz,
            dx,
            dy,
            dz,
            load: 0,
          };
        }
      }
    }
  }
}

type Item = {
  type: number;
  x: number;
  y: number;
  z: number;
  dx: number;
  dy: number;
  dz: number;
  load: number;
};

function sharedArea(a: Item, b: Item): number {
  const wide = Math.min(a.x + a.dx, b.x + b.dx) - Math.max(a.x, b.x);
  const deep = Math.min(a.y + a.dy, b.y + b.dy) - Math.max(a.y, b.y);
  return wide > 0 && deep > 0 ? wide * deep : 0;
}

function isSupported(load: Load, model: Model, block: Block, x: number, y: number, z: number): boolean {
  const below: Item[] = [];
  for (const { block: other, x: ox, y: oy, z: oz } of load.placed) {
    if (oz >= z || oz + other.z < z) continue;
    for (const item of listItems(model, other, ox, oy, oz)) if (item.z + item.dz === z) below.push(item);
  }
  for (const item of listItems(model, block, x, y, z)) {
    if (item.z !== z) continue;
    const area = below.reduce((sum, other) => sum + sharedArea(item, other), 0);
    if (area < model.supportShare * item.dx * item.dy * (1 - SLACK)) return false;
  }
  return true;
}

/**
 * Does every item, and the floor, bear what would be on it with this block added? Without anything below or above, only the block itself
 * is looked at. Steps: items squared at worst.
 */
function carries(load: Load, model: Model, block: Block, x: number, y: number, z: number): boolean {
  const items = [...listItems(model, block, x, y, z)];
  if (z > 0 || model.supportShare < 1) {
    for (const { block: other, x: ox, y: oy, z: oz } of load.placed)
      for (const item of listItems(model, other, ox, oy, oz)) items.push(item);
  }
  return carriesAll(model, load.kind, items);
}

function carriesAll(model: Model, kind: Kind, items: Item[]): boolean {
  items.sort((a, b) => b.z - a.z);
  const byTop = Map.groupBy(items, (item) => item.z + item.dz);
  for (const upper of items) {
    const down = model.weight[upper.type]! + upper.load;
    if (upper.z === 0) {
      if (down > kind.floorLoad * upper.dx * upper.dy * (1 + SLACK)) return false;
      continue;
    }
    const below: [Item, number][] = [];
    let contact = 0;
    for (const lower of byTop.get(upper.z) ?? []) {
      const area = sharedArea(upper, lower);
      if (area === 0) continue;
      contact += area;
      below.push([lower, area]);
    }
    for (const [lower, area] of below) {
      const most = model.maxLoad[lower.type]!;
      lower.load += (down * area) / contact;
      if (most === 0 || lower.load > most * (1 + SLACK)) return false;
    }
  }
  return true;
}

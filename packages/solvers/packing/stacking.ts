import { BLOCK, type Layout } from "./layout.ts";
import type { Model } from "./model.ts";

/** Sums of shares of weights differ in the last bits. */
const LOAD_SLACK = 1e-9;

/**
 * May a block stand here? Every item of its lowest layer must rest well enough, and no item carry more than it may:
 * an item hands its weight and its load down to the items below it in proportion to the areas of contact.
 */
export function isStackable(
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
): boolean {
  const dx = model.turnX[turn]!;
  const dy = model.turnY[turn]!;
  if (z > 0 && (countX * countY > 1 || model.supportShare > 0)) {
    // Areas are whole numbers: 1 is a contact.
    const least = Math.max(model.supportShare * dx * dy - 1e-6, 1);
    for (let i = 0; i < countX; i++) {
      for (let j = 0; j < countY; j++) {
        if (supportedArea(layout, at, x + i * dx, y + j * dy, z, dx, dy) < least) return false;
      }
    }
  }
  if (!model.hasLoads) return true;
  const dz = model.turnZ[turn]!;
  const top = z + countZ * dz;
  // On the floor with nothing above, only its own layers weigh on it, which its shape already allows for.
  if (z === 0 && !isBelowAnother(layout, at, x, y, top, x + countX * dx, y + countY * dy)) return true;
  return carries(layout, model, at, [type, at, x, y, z, x + countX * dx, y + countY * dy, top, dx, dy, dz]);
}

/** Area of a base at height `z` that lies on tops of blocks. */
function supportedArea(
  layout: Layout,
  at: number,
  x: number,
  y: number,
  z: number,
  dx: number,
  dy: number,
): number {
  const { blocks, blockCount } = layout;
  let area = 0;
  for (let row = 0; row < blockCount * BLOCK; row += BLOCK) {
    if (blocks[row + 7] !== z || blocks[row + 1] !== at) continue;
    const wide = Math.min(x + dx, blocks[row + 5]!) - Math.max(x, blocks[row + 2]!);
    const deep = Math.min(y + dy, blocks[row + 6]!) - Math.max(y, blocks[row + 3]!);
    if (wide > 0 && deep > 0) area += wide * deep;
  }
  return area;
}

function isBelowAnother(
  layout: Layout,
  at: number,
  x0: number,
  y0: number,
  top: number,
  x1: number,
  y1: number,
): boolean {
  const { blocks, blockCount } = layout;
  for (let row = 0; row < blockCount * BLOCK; row += BLOCK) {
    if (blocks[row + 4] !== top || blocks[row + 1] !== at) continue;
    if (blocks[row + 2]! < x1 && blocks[row + 5]! > x0 && blocks[row + 3]! < y1 && blocks[row + 6]! > y0)
      return true;
  }
  return false;
}

/** Does every item of the package carry what would be on it with this block added? Steps: items squared. */
function carries(layout: Layout, model: Model, at: number, added: readonly number[]): boolean {
  const items: {
    type: number;
    x: number;
    y: number;
    z: number;
    dx: number;
    dy: number;
    dz: number;
    load: number;
  }[] = [];
  const addItems = (row: ArrayLike<number>, from: number) => {
    const [dx, dy, dz] = [row[from + 8]!, row[from + 9]!, row[from + 10]!];
    for (let x = row[from + 2]!; x < row[from + 5]!; x += dx) {
      for (let y = row[from + 3]!; y < row[from + 6]!; y += dy) {
        for (let z = row[from + 4]!; z < row[from + 7]!; z += dz)
          items.push({ type: row[from]!, x, y, z, dx, dy, dz, load: 0 });
      }
    }
  };
  for (let row = 0; row < layout.blockCount * BLOCK; row += BLOCK) {
    if (layout.blocks[row + 1] === at) addItems(layout.blocks, row);
  }
  addItems(added, 0);
  items.sort((a, b) => b.z - a.z);
  for (const upper of items) {
    if (upper.z === 0) return true;
    let contact = 0;
    const below: [(typeof items)[number], number][] = [];
    for (const lower of items) {
      if (lower.z + lower.dz !== upper.z) continue;
      const wide = Math.min(upper.x + upper.dx, lower.x + lower.dx) - Math.max(upper.x, lower.x);
      const deep = Math.min(upper.y + upper.dy, lower.y + lower.dy) - Math.max(upper.y, lower.y);
      if (wide <= 0 || deep <= 0) continue;
      contact += wide * deep;
      below.push([lower, wide * deep]);
    }
    const down = model.weight[upper.type]! + upper.load;
    for (const [lower, area] of below) {
      const most = model.maxLoad[lower.type]!;
      lower.load += (down * area) / contact;
      if (most === 0 || lower.load > most * (1 + LOAD_SLACK) + LOAD_SLACK) return false;
    }
  }
  return true;
}

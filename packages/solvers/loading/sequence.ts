import type { Cuboid, Door } from "./problem.ts";

/** Cuboids that are loaded together, and the stop of their items. */
export type Group = Cuboid & { stop: number };

/**
 * An order in which the groups can be loaded: what is unloaded last first, nothing under or behind what is there already. Null
 * where some block each other in a ring.
 */
export function orderGroups(groups: readonly Group[], door: Door | undefined): number[] | null {
  const axis = door === undefined || door.wall === "end" ? 0 : door.wall === "side" ? 1 : 2;
  const waits = groups.map(() => 0);
  const before = groups.map((): number[] => []);
  for (const [i, a] of groups.entries()) {
    for (const [j, b] of groups.entries()) {
      if (i === j || !goesBefore(a, b, axis)) continue;
      before[i]!.push(j);
      waits[j]!++;
    }
  }
  const rank = (n: number): number[] => {
    const { stop, x_mm, y_mm, z_mm } = groups[n]!;
    return axis === 1 ? [-stop, y_mm, z_mm, x_mm] : [-stop, x_mm, z_mm, y_mm];
  };
  const isEarlier = (a: number, b: number) => {
    const [one, other] = [rank(a), rank(b)];
    const at = one.findIndex((value, n) => value !== other[n]);
    return at < 0 ? a < b : one[at]! < other[at]!;
  };
  const order: number[] = [];
  const ready = groups.flatMap((_, n) => (waits[n] === 0 ? [n] : []));
  while (ready.length > 0) {
    let at = 0;
    for (let n = 1; n < ready.length; n++) if (isEarlier(ready[n]!, ready[at]!)) at = n;
    const [next] = ready.splice(at, 1) as [number];
    order.push(next);
    for (const later of before[next]!) {
      waits[later]!--;
      if (waits[later] === 0) ready.push(later);
    }
  }
  return order.length === groups.length ? order : null;
}

/** Later stops before earlier ones; of one stop what is below, and what is farther from the door on the same path. */
function goesBefore(a: Group, b: Group, axis: 0 | 1 | 2): boolean {
  if (a.stop !== b.stop) return a.stop > b.stop;
  const overlapsX = a.x_mm < b.x_mm + b.size_x_mm && b.x_mm < a.x_mm + a.size_x_mm;
  const overlapsY = a.y_mm < b.y_mm + b.size_y_mm && b.y_mm < a.y_mm + a.size_y_mm;
  const overlapsZ = a.z_mm < b.z_mm + b.size_z_mm && b.z_mm < a.z_mm + a.size_z_mm;
  if (overlapsX && overlapsY && a.z_mm + a.size_z_mm <= b.z_mm) return true;
  if (axis === 0) return overlapsY && overlapsZ && a.x_mm + a.size_x_mm <= b.x_mm;
  if (axis === 1) return overlapsX && overlapsZ && a.y_mm + a.size_y_mm <= b.y_mm;
  return false;
}

import type { CargoSpace, Cuboid } from "./problem.ts";

type Corner = { y_mm: number; z_mm: number };

/** A slanted edge is blocked in so many steps at most; what lies between the steps and the edge is not used. */
const STEPS_PER_EDGE = 24;

/** Is it a convex polygon with some area, its corners in one direction around it? */
export function isConvex(corners: readonly Corner[]): boolean {
  if (corners.length < 3) return false;
  const turns = corners.map((corner, n) => {
    const next = corners[(n + 1) % corners.length]!;
    const last = corners[(n + 2) % corners.length]!;
    return (
      (next.y_mm - corner.y_mm) * (last.z_mm - next.z_mm) -
      (next.z_mm - corner.z_mm) * (last.y_mm - next.y_mm)
    );
  });
  return (
    turns.some((turn) => turn !== 0) && (turns.every((turn) => turn >= 0) || turns.every((turn) => turn <= 0))
  );
}

/** Where the polygon begins and ends at a height; null above and below it. */
function findWidth(corners: readonly Corner[], z: number): [number, number] | null {
  let least = Infinity;
  let most = -Infinity;
  for (const [n, a] of corners.entries()) {
    const b = corners[(n + 1) % corners.length]!;
    if (Math.min(a.z_mm, b.z_mm) > z || Math.max(a.z_mm, b.z_mm) < z) continue;
    const ys =
      a.z_mm === b.z_mm
        ? [a.y_mm, b.y_mm]
        : [a.y_mm + ((b.y_mm - a.y_mm) * (z - a.z_mm)) / (b.z_mm - a.z_mm)];
    least = Math.min(least, ...ys);
    most = Math.max(most, ...ys);
  }
  return least <= most ? [least, most] : null;
}

/** Cuboids that cover all of the space outside its contour. Both ends of a slab bound a convex contour within it. */
export function blockOutside(
  { length_mm, width_mm, height_mm }: CargoSpace,
  contour: readonly Corner[] | undefined,
): Cuboid[] {
  if (contour === undefined) return [];
  const heights = [...new Set([0, height_mm, ...contour.map(({ z_mm }) => z_mm)])].sort((a, b) => a - b);
  const levels = heights.flatMap((from, n) => {
    const to = heights[n + 1];
    if (to === undefined) return [from];
    const steps = Math.max(1, Math.min(STEPS_PER_EDGE, Math.floor(to - from)));
    return Array.from({ length: steps }, (_, step) => Math.round(from + ((to - from) * step) / steps));
  });
  const slabs: { low: number; high: number; from: number; to: number }[] = [];
  for (const [n, low] of levels.entries()) {
    const high = levels[n + 1];
    if (high === undefined || high === low) continue;
    const ends = [findWidth(contour, low), findWidth(contour, high)];
    const isOut = ends.some((end) => end === null);
    const from = isOut ? width_mm : Math.ceil(Math.max(...ends.map((end) => end![0])));
    const to = isOut ? width_mm : Math.floor(Math.min(...ends.map((end) => end![1])));
    const below = slabs.at(-1);
    if (below !== undefined && below.from === from && below.to === to) below.high = high;
    else slabs.push({ low, high, from, to });
  }
  return slabs.flatMap(({ low, high, from, to }) => {
    const side = (y_mm: number, size_y_mm: number): Cuboid[] =>
      size_y_mm <= 0
        ? []
        : [{ x_mm: 0, y_mm, z_mm: low, size_x_mm: length_mm, size_y_mm, size_z_mm: high - low }];
    return to <= from ? side(0, width_mm) : [...side(0, from), ...side(to, width_mm - to)];
  });
}

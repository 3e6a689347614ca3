/** The pieces of a step as they are drawn. Pure. */
import type { Block } from "#isometric/isometric.ts";
import type { Placement } from "#solvers/loading/problem.ts";

/** Where a step begins: the lowest corner of its pieces. */
export function findCorner(pieces: readonly Placement[]): { x_mm: number; y_mm: number; z_mm: number } {
  return {
    x_mm: Math.min(...pieces.map(({ x_mm }) => x_mm)),
    y_mm: Math.min(...pieces.map(({ y_mm }) => y_mm)),
    z_mm: Math.min(...pieces.map(({ z_mm }) => z_mm)),
  };
}

const toBlock = (one: Placement): Block => ({
  x: one.x_mm,
  y: one.y_mm,
  z: one.z_mm,
  dx: one.size_x_mm,
  dy: one.size_y_mm,
  dz: one.size_z_mm,
  count_x: 1,
  count_y: 1,
  count_z: 1,
});

/** The pieces of a step as one block where they fill their cuboid, which is fewer to draw and sort. */
export function toBlocks(pieces: readonly Placement[]): Block[] {
  const [first] = pieces;
  if (first === undefined) return [];
  const low = findCorner(pieces);
  const high = {
    x: Math.max(...pieces.map((one) => one.x_mm + one.size_x_mm)),
    y: Math.max(...pieces.map((one) => one.y_mm + one.size_y_mm)),
    z: Math.max(...pieces.map((one) => one.z_mm + one.size_z_mm)),
  };
  const counts = [
    (high.x - low.x_mm) / first.size_x_mm,
    (high.y - low.y_mm) / first.size_y_mm,
    (high.z - low.z_mm) / first.size_z_mm,
  ] as const;
  const isWhole = counts.every(Number.isInteger) && counts[0] * counts[1] * counts[2] === pieces.length;
  if (!isWhole) return pieces.map(toBlock);
  return [
    {
      x: low.x_mm,
      y: low.y_mm,
      z: low.z_mm,
      dx: high.x - low.x_mm,
      dy: high.y - low.y_mm,
      dz: high.z - low.z_mm,
      count_x: counts[0],
      count_y: counts[1],
      count_z: counts[2],
    },
  ];
}

/** Pieces of a plan as they are drawn. Pure. */
import type { Block } from "../../../packages/isometric/isometric.ts";

type Placed = Record<"x_mm" | "y_mm" | "z_mm" | "size_x_mm" | "size_y_mm" | "size_z_mm", number> &
  Partial<Record<"count_x" | "count_y" | "count_z", number>>;

/** `size_…` is of one piece; counts are of equal pieces side by side, 1 when absent. */
export const toBlock = ({ count_x = 1, count_y = 1, count_z = 1, ...one }: Placed): Block => ({
  x: one.x_mm,
  y: one.y_mm,
  z: one.z_mm,
  dx: one.size_x_mm * count_x,
  dy: one.size_y_mm * count_y,
  dz: one.size_z_mm * count_z,
  count_x,
  count_y,
  count_z,
});

/** Which dimension of an item stands upright. */
import type { DIMENSIONS } from "./shapes.ts";

export type Dimension = (typeof DIMENSIONS)[number];

interface Sides {
  length_mm: number;
  width_mm: number;
  height_mm: number;
}

/** Of two equal dimensions the height, so that nobody turns what need not be turned. */
export function findUpright(item: Sides, height_mm: number): Dimension {
  if (item.height_mm === height_mm) return "height";
  return item.width_mm === height_mm ? "width" : "length";
}

/**
 * A carton packing problem and its solution, as plain data that can be cloned to another thread.
 *
 * Units: whole millimetres, grams, any one unit of money. Coordinates start at the back left bottom corner
 * of a package's inside: x along its length, y along its width, z upwards.
 */
import type { SearchOptions } from "../search-budget.ts";

export type PackingProblem = {
  items: PackingItem[];
  packagings: Packaging[];
  /**
   * No package is filled beyond this share of its inner volume, in percent: above 0, at most 100 (default). It
   * holds for the volume of the items, whatever their shape leaves empty.
   */
  fill_cap_percent?: number;
  /** Pairs of groups of items that may not be in one package. */
  separate_groups?: [string, string][];
  /**
   * Least share of an item's base that rests on the floor or on items, 0 to 1; default 0: it touches, as every item
   * does.
   */
  support_share?: number;
};

export type Dimension = "length" | "width" | "height";

export type PackingItem = {
  id: string;
  length_mm: number;
  width_mm: number;
  height_mm: number;
  quantity: number;
  /** Of one; default 0. */
  weight_g?: number;
  /** Which dimensions may stand upright; default all three, `["height"]` keeps the item upright. */
  upright?: Dimension[];
  /** Most weight on top of one of them, carried down from all above; 0: nothing may touch its top. Default any. */
  max_load_g?: number;
  group?: string;
};

export type Packaging = {
  id: string;
  inner: Size;
  outer: Size;
  /** Gross, the packaging itself included; default any. */
  max_weight_g?: number;
  /** Weight of the empty packaging; default 0. */
  tare_g?: number;
  /** Default 0. */
  cost?: number;
  /** How many there are; default any number. */
  stock?: number;
};

export type Size = { length_mm: number; width_mm: number; height_mm: number };

export type PackingSolution = {
  packages: PackedPackage[];
  unpacked: UnpackedItem[];
  totals: PackingTotals;
  /** No packing of all items has a smaller total outer volume. */
  lower_bound_mm3: number;
  /** Everything is packed, and the total outer volume equals the lower bound. */
  optimal: boolean;
  iterations: number;
  elapsed_ms: number;
  /** Stopped by `isCancelled`: the best packing until then. */
  cancelled: boolean;
};

export type PackedPackage = {
  packaging_id: string;
  /** In an order in which they can be put in from above. */
  placements: Placement[];
  /** Gross. */
  weight_g: number;
  /** Of the items. */
  volume_mm3: number;
};

/** Equal items side by side: `count_x × count_y × count_z` of them, each of the given size as it stands. */
export type Placement = {
  item_id: string;
  x_mm: number;
  y_mm: number;
  z_mm: number;
  size_x_mm: number;
  size_y_mm: number;
  size_z_mm: number;
  count_x: number;
  count_y: number;
  count_z: number;
};

export type UnpackedItem = { item_id: string; quantity: number; reason: UnpackedReason };

/**
 * The first that applies to the item alone: larger than the inside of every packaging as it may be turned; of those
 * that it fits, all too weak; of those, the fill cap always below its volume. From `out_of_stock` on it would fit
 * an empty package: none is left in stock, or the time ended before it was packed.
 */
export type UnpackedReason = "too_large" | "too_heavy" | "above_fill_cap" | "out_of_stock" | "time_limit";

export type PackingTotals = {
  packages: number;
  outer_volume_mm3: number;
  cost: number;
  /** Gross. */
  weight_g: number;
  items: number;
  /** Of the items packed. */
  volume_mm3: number;
};

export type PackingOptions = SearchOptions<PackingProgress>;

export type PackingProgress = {
  packages: number;
  outer_volume_mm3: number;
  lower_bound_mm3: number;
  /** Items in no package yet. */
  unpacked: number;
  elapsed_ms: number;
  iteration: number;
};

/** The problem contradicts itself; the message names the field. */
export class InvalidPackingProblem extends Error {
  override name = "InvalidPackingProblem";
}

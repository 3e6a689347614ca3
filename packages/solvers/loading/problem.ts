/**
 * A loading problem and its solution, as plain data that can be cloned to another thread.
 *
 * Units: whole millimetres, grams. x runs along the length of a space towards a door in its end wall, y along its width, z upwards;
 * the origin is the bottom corner of the wall opposite that door.
 */
import type { SearchOptions } from "../search-budget.ts";

export type LoadingProblem = {
  /** In the order in which they are preferred where they hold the same. */
  spaces: CargoSpace[];
  items: CargoItem[];
  /** Pairs of labels of items that may not be in one space. */
  keep_apart?: [string, string][];
  /** Least share of an item's base on the floor or on items; default 1. At 0 items may float: for comparisons only. */
  support_share?: number;
};

export type CargoSpace = {
  id: string;
  length_mm: number;
  width_mm: number;
  height_mm: number;
  /** How many there are; default 1. */
  count?: number;
  /** Default an end wall that opens whole. */
  door?: Door;
  /** Corners of the cross-section (y, z), convex, around the inside; default the whole rectangle. */
  contour?: { y_mm: number; z_mm: number }[];
  /** What is not free, as wheel arches. Nothing rests on it. */
  obstacles?: Cuboid[];
  /** Of all items together; default any. */
  payload_g?: number;
  /** On the floor, with what each item carries, per square metre of its base; default any. */
  floor_load_g_m2?: number;
  axles?: Axles;
  /** Items with one of these labels may not come in. */
  excluded_labels?: string[];
};

/**
 * The wall through which items come in, straight: `end` at the far end of x, `side` at the far end of y, `top` by crane. An item passes
 * as it stands in the space: its two other sides are at most those of the door. For `top` the height is along x.
 */
export type Door = { wall: DoorWall; width_mm: number; height_mm: number };
export type DoorWall = "end" | "side" | "top";

export type Cuboid = {
  x_mm: number;
  y_mm: number;
  z_mm: number;
  size_x_mm: number;
  size_y_mm: number;
  size_z_mm: number;
};

/** Two supports that share the load as a beam does: axles or groups of axles, or kingpin and group. */
export type Axles = { front: Axle; rear: Axle };
type Axle = {
  /** From the origin of the space; may be negative. */
  x_mm: number;
  /** Without cargo; default 0. */
  empty_g?: number;
  max_g: number;
};

export type Dimension = "length" | "width" | "height";

export type CargoItem = {
  id: string;
  length_mm: number;
  width_mm: number;
  height_mm: number;
  quantity: number;
  /** Of one; default 0. */
  weight_g?: number;
  /** Which dimensions may stand upright; default all three. */
  upright?: Dimension[];
  /** Most weight on top of one, carried down from all above; 0: nothing may touch its top. Default any. */
  max_load_g?: number;
  /** Only on the floor. */
  bottom_only?: boolean;
  /**
   * Position of its stop on the way, the first is unloaded first. Nothing of a later stop is between it and the door, or above it.
   * Default 0.
   */
  stop?: number;
  labels?: string[];
};

export type LoadingSolution = {
  spaces: LoadedSpace[];
  unplaced: UnplacedItem[];
  totals: LoadingTotals;
  /** No plan places more volume. */
  volume_bound_mm3: number;
  /** Everything that fits a space alone needs at least so many. */
  spaces_bound: number;
  /** Percent by which the plan is below its bound: of the volume while items are left, else of the number of spaces. */
  gap_percent: number;
  iterations: number;
  elapsed_ms: number;
  cancelled: boolean;
};

export type LoadedSpace = {
  space_id: string;
  /** In loading order. */
  placements: Placement[];
  metrics: SpaceMetrics;
};

/** One item in its place. Equal items side by side that are loaded together have the same step. */
export type Placement = Cuboid & { item_id: string; step: number };

export type SpaceMetrics = {
  items: number;
  volume_mm3: number;
  weight_g: number;
  /** Of the volume inside contour and obstacles. */
  fill_percent: number;
  /** Null without weight. */
  centre_of_gravity: { x_mm: number; y_mm: number; z_mm: number } | null;
  /** From the middle of the floor, in percent of half the length and half the width. */
  offset_percent: { x: number; y: number };
  /** At departure and after each stop but the last: null without axles. */
  axle_loads: AxleLoad[] | null;
  /** The highest pressure of an item on the floor. */
  floor_load_g_m2: number;
};

/** `after_stop` null: at departure. */
export type AxleLoad = { after_stop: number | null; front_g: number; rear_g: number };

export type UnplacedItem = { item_id: string; quantity: number; reason: UnplacedReason };

/**
 * The first that applies to the item alone: larger than every space, or than what its contour and obstacles leave; through no door of
 * those; too heavy; too heavy for the floor; excluded by its labels from all others. From `axle_load` on it would fit an empty space: what
 * it would have broken in the last space, or the time ended.
 */
export type UnplacedReason =
  | "too_large"
  | "door_too_small"
  | "too_heavy"
  | "floor_load"
  | "excluded"
  | "payload"
  | "axle_load"
  | "kept_apart"
  | "stop_order"
  | "no_room"
  | "time_limit";

type LoadingTotals = {
  spaces: number;
  items: number;
  volume_mm3: number;
  weight_g: number;
  unplaced: number;
};

export type LoadingOptions = SearchOptions<LoadingProgress>;

export type LoadingProgress = {
  spaces: number;
  volume_mm3: number;
  volume_bound_mm3: number;
  unplaced: number;
  elapsed_ms: number;
  iteration: number;
};

/** What the figures of one space contradict: its contour is convex and inside, its front axle is in front, an axle bears the empty vehicle. */
export type SpaceRule = "contour" | "axle_order" | "axle_limit";

/** The problem contradicts itself; the message names the field, and `space_rule` what a space contradicts. */
export class InvalidLoadingProblem extends Error {
  override name = "InvalidLoadingProblem";
  readonly space_rule: SpaceRule | null;
  constructor(message: string, space_rule: SpaceRule | null = null) {
    super(message);
    this.space_rule = space_rule;
  }
}

/** Sizes of compartments, the smallest first, and the members of their measures. */
export const SIZES = ["XS", "S", "M", "L", "XL"] as const;
export type Size = (typeof SIZES)[number];

export const MEASURES = ["width_mm", "height_mm", "depth_mm"] as const;

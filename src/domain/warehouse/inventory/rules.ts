/** Decisions about stock: what movements leave in each line, what fits into a bin, which reasons add or take away. */

export const ARTICLE_STATUSES = ["active", "retired"] as const;

/** `rolled_back`: its receipt was undone, so that it was never here. */
export const PACKAGE_STATUSES = ["in_stock", "issued", "lost", "disposed", "rolled_back"] as const;
export type PackageStatus = (typeof PACKAGE_STATUSES)[number];

const BATCH_KINDS = ["receipt", "putaway", "move", "adjustment", "count", "issue", "rollback"] as const;
export type BatchKind = (typeof BATCH_KINDS)[number];

/** Reasons that a person gives for an adjustment. */
export const ADJUSTMENT_REASONS = ["found", "lost", "damaged", "expired", "disposed", "corrected"] as const;
export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number];

export const MOVEMENT_REASONS = [
  "received",
  "put_away",
  "moved",
  "issued",
  "rolled_back",
  "counted",
  ...ADJUSTMENT_REASONS,
] as const;
export type MovementReason = (typeof MOVEMENT_REASONS)[number];

/** What is moved: pieces of an article, loose or in a package, or a package itself (no article, one piece). */
export interface Goods {
  article_id: number | null;
  package_id: number | null;
  /** The owner; null for the business. */
  customer_id: number | null;
  lot: string;
  /** YYYY-MM-DD. */
  expires_date: string | null;
}

export interface Movement extends Goods {
  reason: MovementReason;
  qty: number;
  /** Null: from outside. */
  from_bin_id: number | null;
  /** Null: out of the warehouse. */
  to_bin_id: number | null;
  /** What was scanned, if anything. */
  scanned?: string | null;
}

/** Names the line of these goods in a bin. */
export function formatLineKey(bin_id: number, goods: Goods): string {
  const { article_id, package_id, customer_id, lot, expires_date } = goods;
  return JSON.stringify([bin_id, article_id, package_id, customer_id, lot, expires_date]);
}

export interface Balance {
  from_qty_after: number | null;
  to_qty_after: number | null;
}

/**
 * What each movement leaves in the lines it takes from and adds to, in their order; or the first that takes more than
 * there is.
 */
export function applyMovements(
  qty_before: ReadonlyMap<string, number>,
  movements: readonly Movement[],
): { balances: Balance[] } | { short: { index: number; available: number } } {
  const qty = new Map(qty_before);
  const balances: Balance[] = [];
  for (const [index, movement] of movements.entries()) {
    const balance: Balance = { from_qty_after: null, to_qty_after: null };
    if (movement.from_bin_id !== null) {
      const key = formatLineKey(movement.from_bin_id, movement);
      const available = qty.get(key) ?? 0;
      if (available < movement.qty) return { short: { index, available } };
      balance.from_qty_after = available - movement.qty;
      qty.set(key, balance.from_qty_after);
    }
    if (movement.to_bin_id !== null) {
      const key = formatLineKey(movement.to_bin_id, movement);
      balance.to_qty_after = (qty.get(key) ?? 0) + movement.qty;
      qty.set(key, balance.to_qty_after);
    }
    balances.push(balance);
  }
  return { balances };
}

/** What goods take up, or what is left of a bin. Null: not known, or not limited. */
export interface Measure {
  pieces: number | null;
  weight_g: number | null;
  volume_cm3: number | null;
}

/** How many of `qty` pieces of this measure each fit; what is not known takes nothing up. */
export function computeFit(free: Measure, each: Measure, qty: number): number {
  const limits = [
    [free.pieces, each.pieces],
    [free.weight_g, each.weight_g],
    [free.volume_cm3, each.volume_cm3],
  ].map(([room, need]) =>
    room === null || room === undefined || !need ? qty : Math.floor(Math.max(room, 0) / need),
  );
  return Math.min(qty, ...limits);
}

export function subtractMeasure(free: Measure, each: Measure, qty: number): Measure {
  const rest = (room: number | null, need: number | null) =>
    room === null ? null : room - (need ?? 0) * qty;
  return {
    pieces: rest(free.pieces, each.pieces),
    weight_g: rest(free.weight_g, each.weight_g),
    volume_cm3: rest(free.volume_cm3, each.volume_cm3),
  };
}

/** Cubic centimetres, rounded up; null when a side is not known. */
export function computeVolume(sides: {
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
}): number | null {
  const { length_mm, width_mm, height_mm } = sides;
  if (length_mm === null || width_mm === null || height_mm === null) return null;
  return Math.ceil((length_mm * width_mm * height_mm) / 1000);
}

/** Whether an adjustment by this reason may change stock in this direction. */
export function mayAdjust(reason: AdjustmentReason, change: number): boolean {
  if (reason === "corrected") return change !== 0;
  return reason === "found" ? change > 0 : change < 0;
}

/** What a package is after it left its bin. */
export function getStatusAfterLeaving(reason: MovementReason): Exclude<PackageStatus, "in_stock"> {
  switch (reason) {
    case "issued":
    case "rolled_back":
      return reason;
    case "disposed":
    case "damaged":
    case "expired":
      return "disposed";
    default:
      return "lost";
  }
}

export interface Holder {
  /** The kind of subject, such as `shipout`. */
  type: string;
  id: number;
}

export type PackageFault = "unknown" | "not_in_stock" | "held" | "other_owner" | "other_warehouse";

interface Holdable {
  status: PackageStatus;
  holder_type: string | null;
  holder_id: number | null;
  customer_id: number | null;
}

/** Why these packages cannot be held, or issued, for a holder; null when they can. */
export function findPackageFault(
  stock_package: Holdable | undefined,
  holder: Holder | null,
  owner: number | null | undefined,
): PackageFault | null {
  if (stock_package === undefined) return "unknown";
  if (owner !== undefined && stock_package.customer_id !== owner) return "other_owner";
  if (stock_package.status !== "in_stock") return "not_in_stock";
  const is_own =
    holder !== null && stock_package.holder_type === holder.type && stock_package.holder_id === holder.id;
  return stock_package.holder_id === null || is_own ? null : "held";
}

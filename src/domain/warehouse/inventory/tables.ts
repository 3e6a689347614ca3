/** Rows of articles, packages, lines of stock and movements. */

export const ARTICLE_STATUSES = ["active", "retired"] as const;

interface ArticleRow {
  id: number;
  business_id: number;
  customer_id: number | null;
  sku: string;
  name: string;
  unit: string;
  weight_g: number | null;
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  status: (typeof ARTICLE_STATUSES)[number];
  created_at: string;
  version: number;
}

/** `rolled_back`: its receipt was undone, so that it was never here. */
export const PACKAGE_STATUSES = ["in_stock", "issued", "lost", "disposed", "rolled_back"] as const;
export type PackageStatus = (typeof PACKAGE_STATUSES)[number];

export interface PackageRow {
  id: number;
  business_id: number;
  code: string;
  customer_id: number | null;
  weight_g: number | null;
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  damaged: boolean;
  ref: string;
  status: PackageStatus;
  bin_id: number | null;
  holder_type: string | null;
  holder_id: number | null;
  held_at: string | null;
  received_at: string;
  left_at: string | null;
  version: number;
}

export interface StockLineRow {
  id: number;
  business_id: number;
  warehouse_id: number;
  bin_id: number;
  article_id: number | null;
  package_id: number | null;
  customer_id: number | null;
  lot: string;
  expires_date: string | null;
  qty: number;
  created_at: string;
  changed_at: string;
}

const BATCH_KINDS = ["receipt", "putaway", "move", "adjustment", "count", "issue", "rollback"] as const;
export type BatchKind = (typeof BATCH_KINDS)[number];

interface StockBatchRow {
  id: number;
  business_id: number;
  warehouse_id: number;
  kind: BatchKind;
  subject_type: string | null;
  subject_id: number | null;
  note: string;
  created_by: number | null;
  created_at: string;
}

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

export interface StockMovementRow {
  id: number;
  business_id: number;
  batch_id: number;
  at: string;
  reason: MovementReason;
  article_id: number | null;
  package_id: number | null;
  customer_id: number | null;
  lot: string;
  expires_date: string | null;
  qty: number;
  from_bin_id: number | null;
  to_bin_id: number | null;
  from_line_id: number | null;
  to_line_id: number | null;
  from_qty_after: number | null;
  to_qty_after: number | null;
  scanned: string | null;
  created_by: number | null;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    article: ArticleRow;
    stock_package: PackageRow;
    stock_line: StockLineRow;
    stock_batch: StockBatchRow;
    stock_movement: StockMovementRow;
  }
}

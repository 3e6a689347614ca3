/** Rows of receipts, their lines and their scans. */
import type { ReceiptStatus } from "./rules.ts";

export interface ReceiptRow {
  id: number;
  business_id: number;
  warehouse_id: number;
  code: string;
  ref: string;
  customer_id: number | null;
  is_announced: boolean;
  expected_date: string | null;
  carrier: string;
  note: string;
  status: ReceiptStatus;
  created_by: number | null;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  ended_by: number | null;
  version: number;
  /** Generated. */
  search: string;
}

export interface ReceiptLineRow {
  id: number;
  business_id: number;
  receipt_id: number;
  article_id: number | null;
  package_code: string | null;
  lot: string;
  expires_date: string | null;
  expected_qty: number;
  received_qty: number;
  damaged_qty: number;
}

export const SCAN_OUTCOMES = ["received", "unknown_code", "already_received"] as const;

export interface ReceiptScanRow {
  id: number;
  business_id: number;
  receipt_id: number;
  line_id: number | null;
  scanned: string | null;
  outcome: (typeof SCAN_OUTCOMES)[number];
  article_id: number | null;
  package_id: number | null;
  qty: number;
  bin_id: number | null;
  batch_id: number | null;
  is_damaged: boolean;
  weight_g: number | null;
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  note: string;
  created_by: number | null;
  created_at: string;
  undone_at: string | null;
  undone_by: number | null;
  undo_batch_id: number | null;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    receipt: ReceiptRow;
    receipt_line: ReceiptLineRow;
    receipt_scan: ReceiptScanRow;
  }
}

/** Rows of unified orders and of jobs over many. */
import type { BatchState } from "#vocabulary/batches.ts";

export interface UnifiedOrderRow {
  id: number;
  business_id: number;
  customer_id: number | null;
  kind: "self" | "label";
  order_id: number | null;
  label_order_id: number | null;
  rate_id: string;
  ref: string | null;
  created_by: number | null;
  created_at: string;
}

export interface UnifiedJobRow {
  id: number;
  business_id: number;
  public_id: string;
  customer_id: number | null;
  operation: "uniorderRate" | "uniorderCreate";
  state: BatchState;
  items_total: number;
  items_done: number;
  items_failed: number;
  created_by: number | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

interface UnifiedJobItemRow {
  business_id: number;
  job_id: number;
  index: number;
  input: unknown;
  result: unknown;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    unified_order: Omit<UnifiedOrderRow, "kind"> & { kind: string };
    unified_job: Omit<UnifiedJobRow, "operation" | "state"> & { operation: string; state: string };
    unified_job_item: UnifiedJobItemRow;
  }
}

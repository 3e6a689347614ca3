/** Rows of counts. */
import type { BIN_STATUSES, COUNT_KINDS, COUNT_STATUSES } from "./rules.ts";

export interface StockCountRow {
  id: number;
  business_id: number;
  warehouse_id: number;
  kind: (typeof COUNT_KINDS)[number];
  zone_id: number | null;
  article_id: number | null;
  is_blind: boolean;
  counters: number;
  note: string;
  status: (typeof COUNT_STATUSES)[number];
  created_by: number | null;
  created_at: string;
  ended_at: string | null;
  version: number;
}

export interface CountBinRow {
  id: number;
  business_id: number;
  count_id: number;
  bin_id: number;
  status: (typeof BIN_STATUSES)[number];
  round: number;
  decided_by: number | null;
  decided_at: string | null;
  batch_id: number | null;
}

export interface CountEntryRow {
  id: number;
  business_id: number;
  count_bin_id: number;
  round: number;
  counted_by: number;
  started_at: string;
  /** When each line of the bin last changed, by its id. */
  seen: Record<string, string>;
  finished_at: string | null;
}

export interface CountLineRow {
  id: number;
  business_id: number;
  entry_id: number;
  article_id: number | null;
  package_id: number | null;
  customer_id: number | null;
  lot: string;
  expires_date: string | null;
  counted_qty: number;
  book_qty: number;
  has_moved: boolean;
  line_changed_at: string | null;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    stock_count: StockCountRow;
    stock_count_bin: CountBinRow;
    stock_count_entry: Omit<CountEntryRow, "seen"> & { seen: unknown };
    stock_count_line: CountLineRow;
  }
}

/** Rows of transfers. */
import type { Custody } from "#domain/orders/orders/public.ts";
import type { ITEM_STATES, REASONS, STEP_KINDS, TRANSFER_STATES } from "./rules.ts";

export interface TransferRow {
  id: number;
  business_id: number;
  code: string;
  from_warehouse_id: number;
  to_warehouse_id: number;
  reason: (typeof REASONS)[number];
  state: (typeof TRANSFER_STATES)[number];
  vehicle_id: number | null;
  note: string;
  created_by: number | null;
  created_at: string;
  departed_at: string | null;
  ended_at: string | null;
  version: number;
}

export interface TransferItemRow {
  id: number;
  business_id: number;
  transfer_id: number;
  parcel_id: number;
  order_id: number;
  expected_warehouse_id: number;
  found_warehouse_id: number;
  state: (typeof ITEM_STATES)[number];
  is_listed: boolean;
  is_open: boolean;
  home_warehouse_id: number | null;
  custody: Custody | null;
  custody_ref: string | null;
  custody_since: string | null;
  package_id: number | null;
  from_bin_id: number | null;
  to_bin_id: number | null;
  out_at: string | null;
  out_by: number | null;
  in_at: string | null;
  in_by: number | null;
}

interface TransferStepRow {
  id: number;
  business_id: number;
  transfer_id: number;
  item_id: number | null;
  kind: (typeof STEP_KINDS)[number];
  scanned: string | null;
  warehouse_id: number | null;
  detail: string | null;
  device_id: string | null;
  lat: number | null;
  lng: number | null;
  accuracy_m: number | null;
  at: string;
  account_id: number | null;
  surface: string;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    warehouse_transfer: TransferRow;
    transfer_item: TransferItemRow;
    transfer_step: TransferStepRow;
  }
}

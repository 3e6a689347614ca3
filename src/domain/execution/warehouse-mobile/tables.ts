/** Rows of the warehouse app. */

export interface SortLaneRow {
  id: number;
  business_id: number;
  warehouse_id: number;
  date: string;
  route_id: number;
  lane: number;
}

interface ParcelSortingRow {
  business_id: number;
  parcel_id: number;
  route_id: number;
  warehouse_id: number;
  lane: number;
  sorted_at: string;
  sorted_by: number | null;
}

interface RouteSealRow {
  business_id: number;
  route_id: number;
  seal: string;
  missing: number;
  sealed_at: string;
  sealed_by: number | null;
}

interface WarehouseCommandRow {
  business_id: number;
  account_id: number;
  device_id: string;
  device_seq: number;
  command: string;
  occurred_at: string;
  received_at: string;
  outcome: unknown;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    sort_lane: SortLaneRow;
    parcel_sorting: ParcelSortingRow;
    route_seal: RouteSealRow;
    warehouse_command: WarehouseCommandRow;
  }
}

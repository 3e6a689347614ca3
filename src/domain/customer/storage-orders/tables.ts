/** Rows of storage orders, of the packages that are stored for them, and of the days that were charged. */
import type { Place } from "#vocabulary/place.ts";
import type { PackageStatus, Status } from "./rules.ts";

export interface StorageOrderRow {
  id: number;
  business_id: number;
  customer_id: number;
  service_id: number;
  /** The version of the service that it was made with. */
  service_version: number;
  status: Status;
  status_since: string;
  tracking_number: string;
  ref: string | null;
  note: string;
  pickup: Place | null;
  dropoff: Place | null;
  warehouse_id: number | null;
  scheduled_date: string | null;
  pickup_timeframe: string | null;
  supplies: { code: string; quantity: number }[];
  surcharges: string[];
  form: Record<string, unknown>;
  /** What a package costs a day, tax included, where staff price the order; null: by the price list. */
  day_price_minor: number | null;
  /** Days until this one are charged. */
  charged_until: string | null;
  confirmed_at: string | null;
  closed_at: string | null;
  created_by: number | null;
  created_at: string;
  version: number;
}

export interface StoredPackageRow {
  id: number;
  business_id: number;
  customer_id: number;
  storage_order_id: number;
  seq: number;
  status: PackageStatus;
  contents: string;
  packaging: string | null;
  /** As the customer declared. */
  weight_g: number | null;
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  /** As staff measured; null until then. */
  measured_weight_g: number | null;
  measured_length_mm: number | null;
  measured_width_mm: number | null;
  measured_height_mm: number | null;
  measured_at: string | null;
  damaged: boolean;
  /** In stock, once it was received. */
  stock_package_id: number | null;
  received_at: string | null;
  /** The first day of storage; a local date of the business. */
  stored_from: string | null;
  /** The day on which it left. */
  stored_until: string | null;
  left_at: string | null;
  /** The ship-out that it is held by or left with. */
  shipout_id: number | null;
}

interface StorageChargeRow {
  business_id: number;
  storage_order_id: number;
  date: string;
  packages: number;
  /** Null: nothing priced this day. */
  amount_minor: number | null;
  created_at: string;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    storage_order: Omit<StorageOrderRow, "pickup" | "dropoff" | "supplies" | "form"> & {
      pickup: unknown;
      dropoff: unknown;
      supplies: unknown;
      form: unknown;
    };
    stored_package: StoredPackageRow;
    storage_charge: StorageChargeRow;
  }
}

/** Rows of shipping orders and their packages. */
import type { Place } from "#vocabulary/place.ts";
import type { Status } from "./rules.ts";

export interface ShippingOrderRow {
  id: number;
  business_id: number;
  customer_id: number;
  service_id: number;
  /** The version of the service that it was made with. */
  service_version: number;
  status: Status;
  status_since: string;
  /** The status that an exception interrupted. */
  status_before_exception: Status | null;
  exception: string | null;
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
  carrier: string | null;
  carrier_number: string | null;
  shipped_at: string | null;
  delivered_at: string | null;
  created_by: number | null;
  created_at: string;
  version: number;
}

export interface ShippingPackageRow {
  id: number;
  business_id: number;
  shipping_order_id: number;
  seq: number;
  contents: string;
  packaging: string | null;
  /** As the customer declared. */
  weight_g: number | null;
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  received_at: string | null;
  damaged: boolean;
  /** As staff measured; null until then. */
  measured_weight_g: number | null;
  measured_length_mm: number | null;
  measured_width_mm: number | null;
  measured_height_mm: number | null;
  measured_at: string | null;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    shipping_order: Omit<ShippingOrderRow, "pickup" | "dropoff" | "supplies" | "form"> & {
      pickup: unknown;
      dropoff: unknown;
      supplies: unknown;
      form: unknown;
    };
    shipping_package: ShippingPackageRow;
  }
}

/** Rows of ship-outs and of the packages that they hold. */
import type { Place } from "#vocabulary/place.ts";
import type { Status } from "./rules.ts";

export interface ShipoutRow {
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
  dropoff: Place | null;
  /** Where the packages were when it was ordered. */
  warehouse_id: number;
  scheduled_date: string | null;
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

interface ShipoutPackageRow {
  business_id: number;
  shipout_id: number;
  seq: number;
  stored_package_id: number;
  /** False: given back by a cancelled ship-out. */
  is_active: boolean;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    shipout: Omit<ShipoutRow, "dropoff" | "supplies" | "form"> & {
      dropoff: unknown;
      supplies: unknown;
      form: unknown;
    };
    shipout_package: ShipoutPackageRow;
  }
}

/** Rows of the house carrier's books. */

export interface HouseShipmentRow {
  id: number;
  business_id: number;
  reference: string;
  service: string;
  zone: number;
  shipment: unknown;
  charge_minor: number;
  currency: string;
  gs1_prefix: string;
  bought_at: string;
  manifest_id: number | null;
}

export interface HousePackageRow {
  id: number;
  business_id: number;
  shipment_id: number;
  position: number;
  charge_minor: number;
  state: "bought" | "voided" | "refund_requested";
  cancelled_at: string | null;
}

export interface HouseManifestRow {
  id: number;
  business_id: number;
  reference: string;
  origin: unknown;
  date: string;
  created_at: string;
}

export interface HousePickupRow {
  id: number;
  business_id: number;
  reference: string;
  place: unknown;
  window_start: string;
  window_end: string;
  packages: number;
  cancelled_at: string | null;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    house_shipment: HouseShipmentRow;
    house_package: HousePackageRow;
    house_manifest: HouseManifestRow;
    house_pickup: HousePickupRow;
  }
}

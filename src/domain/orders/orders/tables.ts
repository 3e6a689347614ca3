/** The shape of the rows of orders and parcels. */
import type { Place } from "#vocabulary/place.ts";
import type { OrderStatus } from "./lifecycle/status.ts";

export interface Hold {
  reason: string;
  by: number | null;
  at: string;
}

export interface Requirements {
  skills?: string[];
  vehicle_type?: string;
  pod?: ("photo" | "signature" | "pin" | "scan" | "id_check")[];
  /** Salted hash of the recipient's PIN; the PIN itself is never stored. */
  pin_hash?: string;
}

/** What the recipient asked for, by a link that allows it. Both are told to the driver. */
interface RecipientPreferences {
  /** A note to the driver. */
  note: string | null;
  /** Where the goods may be left instead of being handed to the recipient. */
  leave: { at: "safe_place" | "neighbour"; details: string } | null;
}

interface ReturnReasonUse {
  code: string;
  version: number;
  note: string;
}

export interface OrderRow {
  id: number;
  business_id: number;
  customer_id: number | null;
  family: string;
  type: "D" | "P" | "P2P";
  service: string;
  delivery_kind: "self" | "third_party" | "label";
  ref: string | null;
  external_tracking: string | null;
  tracking_number: string;
  status: OrderStatus;
  status_since: string;
  status_before_hold: OrderStatus | null;
  scheduled_date: string;
  pickup: Place | null;
  dropoff: Place | null;
  /** Where the goods start, unless they are collected from a sender; null when there was no depot. */
  origin_warehouse_id: number | null;
  /** The warehouse where the goods are now; null when they are in none of ours. */
  current_warehouse_id: number | null;
  lat: number | null;
  lng: number | null;
  city: string;
  postal_code: string;
  window_start: string | null;
  window_end: string | null;
  service_time_s: number;
  priority: number;
  weight_g: number;
  volume_cm3: number;
  units: number;
  pallets: number;
  requirements: Requirements;
  delivery_instruction: string;
  note: string;
  /** Null until the recipient asked for something. */
  recipient_preferences: RecipientPreferences | null;
  cod_minor: number;
  insured_value_minor: number;
  currency: string;
  price_minor: number | null;
  price_details: unknown;
  quote_id: number | null;
  payment: string;
  hold: Hold | null;
  return_reason: ReturnReasonUse | null;
  attempts: number;
  route_id: number | null;
  assignment_id: number | null;
  contractor_account_id: number | null;
  tender_state: "offered" | "held" | null;
  third_party_carrier_id: number | null;
  sync: string;
  partial: boolean;
  cancel_requested: boolean;
  replaces_order_id: number | null;
  replaced_by_order_id: number | null;
  batch_id: number | null;
  source: string;
  created_by: number | null;
  created_at: string;
  updated_at: string;
  delivered_at: string | null;
  version: number;
}

export type Custody =
  | "sender"
  | "driver"
  | "warehouse"
  | "vehicle"
  | "locker"
  | "recipient"
  | "provider"
  | "missing"
  | "disposed";

export interface ParcelRow {
  id: number;
  business_id: number;
  order_id: number;
  seq: number;
  tracking_number: string;
  label_code: string;
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  weight_g: number;
  contents: string;
  custody: Custody;
  /** Id of the driver, vehicle or warehouse that has it, or the name of the provider; null where that is not known. */
  custody_ref: string | null;
  custody_since: string;
}

export interface ProofRow {
  id: number;
  business_id: number;
  /** `order`. */
  subject_type: string;
  subject_id: number;
  stop_id: number | null;
  kind: "photo" | "signature" | "pin" | "scan" | "id_check" | "note";
  file_id: number | null;
  sha256: string | null;
  /** The code scanned or text written; a PIN is checked and not stored. */
  value: string | null;
  signed_by: string | null;
  relation: string | null;
  lat: number | null;
  lng: number | null;
  captured_at: string;
  captured_by: number | null;
  created_at: string;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    delivery_order: OrderRow;
    parcel: ParcelRow;
    proof: ProofRow;
  }
}

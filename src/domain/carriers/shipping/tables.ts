/** Rows of labels. */
import type { OfferAtPurchase } from "#domain/carriers/shipping-rules/public.ts";
import type { LabelFormat, PackageState, Shipment } from "#providers/carriers/port.ts";
import type { Place } from "#vocabulary/place.ts";
import type { PickupState } from "./pickups/rules.ts";
import type { State } from "./rules.ts";

export interface Line {
  code: string;
  label: string;
  amount_minor: number;
}

export interface LabelOrderRow {
  id: number;
  business_id: number;
  customer_id: number | null;
  carrier_account_id: number;
  reference: string;
  ref: string | null;
  state: State;
  state_since: string;
  carrier: string;
  service: string;
  service_name: string;
  shipment: Shipment;
  label_format: LabelFormat;
  price_minor: number;
  currency: string;
  lines: Line[];
  returned_minor: number;
  quoted_charge_minor: number | null;
  carrier_charge_minor: number | null;
  carrier_currency: string;
  hold_id: number | null;
  carrier_reference: string | null;
  tracking_number: string | null;
  failure: string | null;
  failure_code: string | null;
  failure_text: string | null;
  is_sync_pending: boolean;
  sync_attempts: number;
  asked_at: string;
  cancel_requested_at: string | null;
  submitted_at: string | null;
  manifest_id: number | null;
  pickup_id: number | null;
  return_of_id: number | null;
  purchased_at: string | null;
  closed_at: string | null;
  offers: OfferAtPurchase[] | null;
  search: string;
  created_by: number | null;
  created_at: string;
  version: number;
}

export interface LabelPackageRow {
  id: number;
  business_id: number;
  label_order_id: number;
  seq: number;
  tracking_number: string | null;
  carrier_reference: string | null;
  state: PackageState;
  price_minor: number;
}

export const MANIFEST_STATES = ["pending", "created", "failed"] as const;

export interface LabelManifestRow {
  id: number;
  business_id: number;
  reference: string;
  carrier_account_id: number;
  carrier: string;
  origin: Place;
  date: string;
  state: (typeof MANIFEST_STATES)[number];
  failure: string | null;
  failure_text: string | null;
  carrier_reference: string | null;
  attempts: number;
  created_by: number | null;
  created_at: string;
}

export interface LabelPickupRow {
  id: number;
  business_id: number;
  reference: string;
  carrier_account_id: number;
  carrier: string;
  warehouse_id: number | null;
  place: Place;
  window_start: string;
  window_end: string;
  time_zone: string;
  instructions: string;
  label_count: number;
  package_count: number;
  weight_g: number;
  state: PickupState;
  failure: string | null;
  failure_code: string | null;
  failure_text: string | null;
  is_unconfirmed: boolean;
  carrier_reference: string | null;
  confirmation: string | null;
  charge_minor: number | null;
  currency: string | null;
  asked_at: string;
  attempts: number;
  cancel_requested_at: string | null;
  created_by: number | null;
  created_at: string;
  version: number;
}

export const ADJUSTMENT_KINDS = ["weight", "dimensions", "address", "service", "duty", "other"] as const;
export const ADJUSTMENT_STATES = ["open", "accepted", "disputed", "withdrawn"] as const;

export interface LabelAdjustmentRow {
  id: number;
  business_id: number;
  label_order_id: number;
  carrier_reference: string;
  kind: (typeof ADJUSTMENT_KINDS)[number];
  tracking_number: string | null;
  amount_minor: number;
  currency: string;
  description: string;
  claimed: Record<string, unknown>;
  evidence: Record<string, unknown>;
  state: (typeof ADJUSTMENT_STATES)[number];
  dispute_reason: string | null;
  charged_minor: number;
  created_by: number | null;
  created_at: string;
  decided_at: string | null;
}

type Stored<Row, Json extends keyof Row, Words extends keyof Row> = Omit<Row, Json | Words> & {
  [K in Json]: unknown;
} & { [K in Words]: string };

declare module "#platform/db/tables.ts" {
  interface Tables {
    label_order: Stored<LabelOrderRow, "shipment" | "lines" | "offers", "state" | "label_format">;
    label_package: Stored<LabelPackageRow, never, "state">;
    label_manifest: Stored<LabelManifestRow, "origin", "state">;
    label_pickup: Stored<LabelPickupRow, "place", "state">;
    label_adjustment: Stored<LabelAdjustmentRow, "claimed" | "evidence", "kind" | "state">;
  }
}

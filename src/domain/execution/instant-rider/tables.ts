/** The shape of the rows of Instant Deliver. */
import type { Point } from "#vocabulary/geo.ts";
import type { ExplanationStep, JobState, PayKind, PayRates } from "./rules.ts";

export interface InstantFleetRow extends PayRates {
  business_id: number;
  fleet_id: number;
  capacity: number;
  distance_m_max: number;
  distance_weight: number;
  idle_weight: number;
  fairness_weight: number;
  updated_at: string;
  version: number;
}

export interface ZoneRow {
  id: number;
  business_id: number;
  fleet_id: number;
  name: string;
  corners: Point[];
  created_at: string;
  version: number;
}

export interface RiderRow {
  business_id: number;
  driver_id: number;
  is_online: boolean;
  online_since: string | null;
  idle_since: string | null;
  switched_at: string | null;
  version: number;
}

export interface JobRow {
  id: number;
  business_id: number;
  order_id: number;
  state: JobState;
  reason: string | null;
  driver_id: number | null;
  fleet_id: number | null;
  distance_m: number;
  currency: string;
  rates: PayRates | null;
  tip_minor: number;
  note: string;
  former_driver_ids: number[];
  explanation: ExplanationStep[];
  refusals: number;
  searching_since: string;
  accepted_at: string | null;
  at_pickup_at: string | null;
  picked_up_at: string | null;
  at_dropoff_at: string | null;
  return_since: string | null;
  ended_at: string | null;
  cod_collected_minor: number | null;
  created_by: number | null;
  created_at: string;
  version: number;
}

export const OFFER_STATES = ["OFFERED", "ACCEPTED", "DECLINED", "EXPIRED", "WITHDRAWN"] as const;
export const OFFER_MODES = ["one", "all", "direct"] as const;

export interface OfferRow {
  id: number;
  business_id: number;
  job_id: number;
  driver_id: number;
  state: (typeof OFFER_STATES)[number];
  reason: string | null;
  mode: (typeof OFFER_MODES)[number];
  fleet_id: number;
  pay_minor: number;
  pickup_distance_m: number;
  rates: PayRates;
  offered_at: string;
  expires_at: string;
  answered_at: string | null;
}

export interface PayEntryRow {
  id: number;
  business_id: number;
  job_id: number;
  driver_id: number;
  kind: PayKind;
  quantity: number | null;
  amount_minor: number;
  currency: string;
  at: string;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    instant_fleet: InstantFleetRow;
    /** `area` has the corners for PostgreSQL. */
    instant_zone: ZoneRow & { area: string };
    instant_rider: RiderRow;
    instant_job: JobRow;
    instant_offer: OfferRow;
    instant_pay_entry: PayEntryRow;
  }
}

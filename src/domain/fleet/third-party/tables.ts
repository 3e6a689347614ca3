/** The shape of the rows of providers, offers and tenders. */
import type { Capability, ExplanationStep, PriceTerms, StatusMapping, TenderState } from "./rules.ts";

export interface ProviderRow {
  id: number;
  business_id: number;
  partner_id: number;
  code: string;
  name: string;
  status: "active" | "paused";
  countries: string[];
  postal_prefixes: string[];
  capabilities: Capability[];
  weight_g_max: number | null;
  distance_m_max: number | null;
  price_terms: PriceTerms | null;
  /** Place in the ranking of the business, 1 first; null: not in it. */
  rank: number | null;
  status_mapping: StatusMapping;
  version: number;
  created_at: string;
  updated_at: string;
}

export const OFFER_MODES = ["one", "sequence", "all"] as const;
export const OFFER_STATES = ["OPEN", "HELD", "COMPLETED", "FAILED", "WITHDRAWN", "EXHAUSTED"] as const;

export interface OfferRow {
  id: number;
  business_id: number;
  order_id: number;
  mode: (typeof OFFER_MODES)[number];
  provider_ids: number[];
  price_minor: number | null;
  price_cap_minor: number | null;
  currency: string;
  pickup_by: string;
  answer_s: number;
  /** When none of `provider_ids` takes it, those of the ranking are asked; they are added as they are. */
  fall_back: boolean;
  note: string;
  state: (typeof OFFER_STATES)[number];
  explanation: ExplanationStep[];
  created_by: number | null;
  created_at: string;
  ended_at: string | null;
  version: number;
}

export interface TenderRow {
  id: number;
  business_id: number;
  offer_id: number;
  order_id: number;
  provider_id: number;
  state: TenderState;
  price_minor: number | null;
  currency: string;
  distance_m: number | null;
  pickup_by: string;
  expires_at: string;
  external_id: string | null;
  reason: string | null;
  note: string;
  offered_at: string;
  answered_at: string | null;
  /** When the provider first reported anything after it accepted. */
  first_report_at: string | null;
  picked_up_at: string | null;
  ended_at: string | null;
  lat: number | null;
  lng: number | null;
  position_at: string | null;
  version: number;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    thirdparty_provider: ProviderRow;
    tender_offer: OfferRow;
    tender: TenderRow;
  }
}

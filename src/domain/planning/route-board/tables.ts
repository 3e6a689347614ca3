/** The shape of the rows of the route board. */
import type { ClaimState, OfferState } from "./rules.ts";

export interface BoardRow {
  id: number;
  business_id: number;
  fleet_id: number;
  date: string;
  opens_at: string;
  closes_at: string | null;
  withdraw_until_min: number;
  visibility: "all" | "eligible";
  version: number;
}

export interface OfferRow {
  business_id: number;
  route_id: number;
  board_id: number;
  state: OfferState;
  area: string;
  pay_minor: number | null;
  note: string;
  reason: string;
  offered_by: number | null;
  offered_at: string;
  version: number;
}

export interface ClaimRow {
  id: number;
  business_id: number;
  route_id: number;
  driver_id: number;
  state: ClaimState;
  claimed_at: string;
  confirmed_plan_version: number | null;
  asked_plan_version: number | null;
  ended_at: string | null;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    route_board: BoardRow;
    route_offer: OfferRow;
    route_claim: ClaimRow;
  }
}

/** The shape of the rows of contractors. */
import type { Point } from "#vocabulary/geo.ts";

/** One of a contractor's rules; an order must meet every condition that it has. */
export interface OrderRule {
  name?: string;
  /** Area, as postal code prefixes or as corners in sequence; at most one of the two. */
  postcode_prefixes?: string[];
  polygon?: Point[];
  types?: ("D" | "P" | "P2P")[];
  /** Weekdays of the planned date: Monday 1, Sunday 7. */
  weekdays?: number[];
  /** Orders accepted by this rule per day. */
  capacity_per_day?: number;
}

export interface ContractorRow {
  id: number;
  business_id: number;
  name: string;
  rules: OrderRule[];
  status: "active" | "disabled";
  version: number;
  created_at: string;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    contractor: ContractorRow;
  }
}

/** The shape of the rows of contractors. */
import type { Point } from "#vocabulary/geo.ts";

/** One of a contractor's rules; an order must meet every condition that it has. */
export interface OrderRule {
  name?: string;
  /** Area, as beginnings of postal codes or as corners in sequence; at most one of the two. */
  postcode_prefixes?: string[];
  polygon?: Point[];
  types?: ("D" | "P" | "P2P")[];
  /** Of the day that is planned: Monday 1, Sunday 7. */
  weekdays?: number[];
  /** Orders taken by this rule on one day. */
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

/** Rows of cargo spaces, loading plans and scans. */
import type { LoadingProgress, LoadingSolution } from "#solvers/loading/problem.ts";
import type { LoadedItem, PlanOptions, PlanSpace, SpaceFacts } from "./shapes.ts";

export interface CargoSpaceRow extends SpaceFacts {
  id: number;
  business_id: number;
  source: string;
  status: "active" | "retired";
  created_at: string;
  version: number;
}

export const PLAN_STATES = [
  "draft",
  "queued",
  "running",
  "solved",
  "edited",
  "locked",
  "executed",
  "failed",
  "cancelled",
] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/** What is loaded into what. `ref` of an item and of a space is its id for the solver. */
export interface PlanContents {
  items: LoadedItem[];
  spaces: PlanSpace[];
  separate_groups: [string, string][];
  /** Percent of an item's base that rests on the floor or on items. */
  support_percent: number;
}

export interface LoadingPlanRow {
  id: number;
  business_id: number;
  name: string;
  state: PlanState;
  route_id: number | null;
  contents: PlanContents;
  options: PlanOptions;
  seed: number;
  /** SHA-256 of the problem: the same contents have the same hash. */
  inputs_hash: string;
  progress: LoadingProgress | null;
  solution: LoadingSolution | null;
  is_edited: boolean;
  failure: string | null;
  locked_at: string | null;
  created_by: number | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  executed_at: string | null;
  version: number;
}

export const DEVIATIONS = [
  "unknown_item",
  "not_planned",
  "already_loaded",
  "wrong_space",
  "out_of_order",
] as const;
export type Deviation = (typeof DEVIATIONS)[number];

export interface LoadingScanRow {
  id: number;
  business_id: number;
  plan_id: number;
  code: string;
  item: string | null;
  space_no: number;
  deviation: Deviation | null;
  note: string;
  scanned_by: number | null;
  scanned_at: string;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    cargo_space: CargoSpaceRow;
    loading_plan: LoadingPlanRow;
    loading_scan: LoadingScanRow;
  }
}

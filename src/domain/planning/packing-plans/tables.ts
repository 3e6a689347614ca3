/** Rows of packagings, packing plans and what was really used. */
import type { PackingProgress, PackingSolution } from "#solvers/packing/problem.ts";
import type { PackedItem, PlanOptions, PlanPackaging } from "./shapes.ts";

export const PACKAGING_STATUSES = ["active", "retired"] as const;

export interface PackagingRow {
  id: number;
  business_id: number;
  code: string;
  name: string;
  category: string;
  inner_length_mm: number;
  inner_width_mm: number;
  inner_height_mm: number;
  outer_length_mm: number;
  outer_width_mm: number;
  outer_height_mm: number;
  max_weight_g: number | null;
  tare_g: number;
  cost_minor: number;
  stock: number | null;
  source: string;
  status: (typeof PACKAGING_STATUSES)[number];
  created_at: string;
  version: number;
}

export const PLAN_STATES = ["draft", "queued", "running", "solved", "failed", "cancelled"] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/** What is packed into what. `ref` of an item and of a packaging is its id for the solver. */
export interface PlanContents {
  items: PackedItem[];
  packagings: PlanPackaging[];
  /** Percent; no package is filled beyond this share of its inside. */
  target_utilization_percent: number;
  separate_groups: [string, string][];
  /** Percent of an item's base that rests on the floor or on items. */
  support_percent: number;
}

export interface PackingPlanRow {
  id: number;
  business_id: number;
  name: string;
  state: PlanState;
  /** Whose plan it is; null: of the business. */
  customer_id: number | null;
  order_id: number | null;
  contents: PlanContents;
  options: PlanOptions;
  seed: number;
  /** SHA-256 of the problem: the same contents have the same hash. */
  inputs_hash: string;
  progress: PackingProgress | null;
  solution: PackingSolution | null;
  failure: string | null;
  applied_at: string | null;
  applied_parcels: { parcel_id: number; package_no: number }[] | null;
  created_by: number | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  version: number;
}

export interface PackingActualRow {
  business_id: number;
  plan_id: number;
  package_no: number;
  packaging_id: number | null;
  outer_length_mm: number | null;
  outer_width_mm: number | null;
  outer_height_mm: number | null;
  weight_g: number | null;
  note: string;
  recorded_by: number | null;
  recorded_at: string;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    packaging: PackagingRow;
    packing_plan: PackingPlanRow;
    packing_actual: PackingActualRow;
  }
}

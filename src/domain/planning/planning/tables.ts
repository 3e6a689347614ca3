/** The shape of the rows of plan runs. */
import type { BackgroundQueuePosition } from "./background-queue.ts";
import type { PlanOptions } from "./options.ts";
import type { Explanation, Plan, Progress } from "./plan.ts";
import type { StoredProblem } from "./roads.ts";

export type PlanState = "QUEUED" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELLED";

export interface PlanRunRow {
  id: number;
  business_id: number;
  date: string;
  state: PlanState;
  preview: boolean;
  engine: string;
  options: PlanOptions;
  seed: number;
  /** SHA-256 of the problem: the same inputs have the same hash. */
  inputs_hash: string | null;
  problem: StoredProblem | null;
  /** The best plan so far, or the position among the plans that wait for the solver of its worker. */
  progress: Progress | { waits: BackgroundQueuePosition } | null;
  plan: Plan | null;
  explanation: Explanation | null;
  failure: string | null;
  contractor_id: number | null;
  created_by: number | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  committed_at: string | null;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    plan_run: PlanRunRow;
  }
}

/** Building the routes of a day. */
import { queryOptions } from "@tanstack/react-query";
import { get, post } from "./transport.ts";

export interface PlanOptions {
  engine?: string;
  objective?: string;
  balance?: string;
  time_limit_s?: number;
  max_stops?: number;
  max_duration_s?: number;
  respect_windows?: boolean;
}

export interface PlannedRoute {
  route_id: number | null;
  driver_id: number;
  driver_name: string;
  vehicle_id: number | null;
  order_ids: number[];
  stops: { order_id: number; seq: number; action: string; lat: number; lng: number; planned_arrival_at: string }[];
  distance_m: number;
  duration_s: number;
  load: { units: number; weight_g: number; volume_cm3: number; pallets: number };
}

export interface PlanTotals {
  distance_m: number;
  duration_s: number;
  vehicles: number;
  stops: number;
  unassigned: number;
  compared_to_unbalanced?: { distance_m: number; duration_s: number; vehicles: number };
}

export interface PlanProgress {
  elapsed_ms: number;
  iteration: number;
  best_cost: number;
  vehicles: number;
  unassigned: number;
  routes: { driver_id: number; order_ids: number[]; path: [lat: number, lng: number][] }[];
}

export interface PlanRun {
  id: number;
  date: string;
  state: "QUEUED" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELLED";
  preview: boolean;
  engine: string;
  options: PlanOptions;
  failure: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  committed_at: string | null;
  totals: PlanTotals | null;
  can_commit: boolean;
  can_cancel: boolean;
  progress: PlanProgress | null;
  routes: PlannedRoute[];
  unassigned: { order_id: number; reason: string }[];
}

export const isOpen = (run: PlanRun) => run.state === "QUEUED" || run.state === "RUNNING";

export const planOptionsQuery = queryOptions({
  queryKey: ["plans", "options"],
  queryFn: ({ signal }) => get<PlanChoices>("/api/v3/client/build-route/options", {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export interface PlanChoice {
  name: string;
  label: string;
  description: string;
}

export interface PlanChoices {
  engines: PlanChoice[];
  objectives: PlanChoice[];
  balances: PlanChoice[];
  defaults: Required<Pick<PlanOptions, "engine" | "objective" | "balance" | "time_limit_s" | "respect_windows">>;
  limits: { time_limit_s: { minimum: number; maximum: number } };
}

export const planRunQuery = (plan_run_id: number) =>
  queryOptions({
    queryKey: ["plans", "run", plan_run_id],
    queryFn: async ({ signal }) =>
      (await get<{ plan_run: PlanRun }>(`/api/v1/client/plan-runs/${plan_run_id}`, {}, { signal })).plan_run,
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : 500),
    staleTime: 0,
  });

export const buildRoutes = (date: string, options: PlanOptions) =>
  post<{ plan_run_id: number }>("/api/v3/client/build-route", { date, async: true, preview: true, ...options });

export const commitPlan = (plan_run_id: number) => post(`/api/v1/client/plan-runs/${plan_run_id}/commit`);
export const cancelPlan = (plan_run_id: number) => post(`/api/v1/client/plan-runs/${plan_run_id}/cancel`);

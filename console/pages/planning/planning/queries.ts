/** Building the routes of a day. */
import { queryOptions } from "@tanstack/react-query";
import type {
  ClientBuildRouteOptionsOutput,
  PlanOptions,
  PlanRunDetail,
} from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type { PlanChoice, PlannedRoute, PlanOptions } from "../../../../packages/client/client.gen.ts";
export type PlanChoices = ClientBuildRouteOptionsOutput;
export type PlanRun = PlanRunDetail;

export const isRunning = (run: PlanRun) => run.state === "QUEUED" || run.state === "RUNNING";

/** The options of a plan for the date, and the orders to be planned. */
export const planOptionsQuery = (date: string) =>
  queryOptions({
    queryKey: ["plans", "options", date],
    meta: { live: ["order", "driver"] },
    queryFn: ({ signal }) => client.clientBuildRouteOptions({ date }, { signal }),
    staleTime: 30_000,
  });

export const planRunQuery = (plan_run_id: number) =>
  queryOptions({
    queryKey: ["plans", "run", plan_run_id],
    meta: { live: [{ plan_run: plan_run_id }] },
    queryFn: async ({ signal }) => (await client.clientPlanRun({ plan_run_id }, { signal })).plan_run,
    refetchInterval: ({ state }) => (state.data && !isRunning(state.data) ? false : 500),
    staleTime: 0,
  });

/** Why a finished plan gave an order its driver; a plan does not change. */
export const planRunOrderQuery = (plan_run_id: number, order_id: number) =>
  queryOptions({
    queryKey: ["plans", "run", plan_run_id, "order", order_id],
    queryFn: ({ signal }) => client.clientPlanRunOrder({ plan_run_id, order_id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Starts a plan run. Nothing changes until its plan is committed. */
export const startPlanRun = (date: string, options: PlanOptions) =>
  client.clientBuildRoute({ date, async: true, preview: true, ...options });

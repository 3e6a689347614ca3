/** Building the routes of a day. */
import { queryOptions } from "@tanstack/react-query";
import type { PlanOptions, PlanRunDetail } from "../../packages/client/client.gen.ts";
import { client } from "./client.ts";

export type { PlanChoice, PlannedRoute, PlanOptions } from "../../packages/client/client.gen.ts";
export type PlanRun = PlanRunDetail;

export const isOpen = (run: PlanRun) => run.state === "QUEUED" || run.state === "RUNNING";

export const planOptionsQuery = queryOptions({
  queryKey: ["plans", "options"],
  queryFn: ({ signal }) => client.clientBuildRouteOptions({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const planRunQuery = (plan_run_id: number) =>
  queryOptions({
    queryKey: ["plans", "run", plan_run_id],
    queryFn: async ({ signal }) => (await client.clientPlanRun({ plan_run_id }, { signal })).plan_run,
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : 500),
    staleTime: 0,
  });

/** A plan is shown first; nothing changes until it is committed. */
export const buildRoutes = (date: string, options: PlanOptions) =>
  client.clientBuildRoute({ date, async: true, preview: true, ...options });

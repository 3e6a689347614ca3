/** Loading plans, newest first. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { BY_ID } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import type { PlanSummaryRow } from "../records/loading-plan.ts";
import { PLAN_STATES } from "../rules.ts";
import { LoadingPlanSummary } from "../shapes.ts";

export const listLoadingPlans = defineList({
  name: "loadingPlans",
  summary: "List loading plans",
  access: { scopes: ["loading:read"] },
  rest: { method: "GET", path: "/api/v1/loading/plans" },
  filters: { state: filter(StringEnum(PLAN_STATES)), route_id: filter(Ref("route")) },
  rows: { loading_plans: Type.Array(LoadingPlanSummary) },
  from: "loading_plan",
  columns: `id, name, state, route_id, failure, locked_at, executed_at, created_at, finished_at, version,
    (solution -> 'totals' ->> 'spaces')::int as spaces_used,
    (solution -> 'totals' ->> 'unplaced')::int as unplaced,
    (solution -> 'totals' ->> 'weight_g')::bigint as weight_g,
    (select round(100 * sum((s -> 'metrics' ->> 'volume_mm3')::numeric) / nullif(sum(100 * (s -> 'metrics' ->> 'volume_mm3')::numeric
       / nullif((s -> 'metrics' ->> 'fill_percent')::numeric, 0)), 0), 1)::float8
       from jsonb_array_elements(coalesce(solution -> 'spaces', '[]')) s) as fill_percent,
    (select coalesce(sum((i ->> 'quantity')::int), 0)::int from jsonb_array_elements(contents -> 'items') i) as pieces`,
  order: BY_ID,
  build: (row: PlanSummaryRow) => row,
});

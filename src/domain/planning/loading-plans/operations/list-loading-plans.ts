/** Loading plans, newest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { BY_ID, buildWindow, CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import type { PlanSummaryRow } from "../plans.ts";
import { LoadingPlanSummary } from "../shapes.ts";
import { PLAN_STATES } from "../tables.ts";

export const listLoadingPlans = defineOperation({
  name: "loadingPlans",
  summary: "List loading plans",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["loading:read"] },
  rest: { method: "GET", path: "/api/v1/loading/plans" },
  input: Type.Object({
    ...CursorInput,
    state: Type.Optional(StringEnum(PLAN_STATES)),
    route_id: Type.Optional(Id),
  }),
  output: Type.Object({ ...CursorOutput, loading_plans: Type.Array(LoadingPlanSummary) }),

  async run({ db, business_id }, input) {
    const filters = [business_id, input.state ?? null, input.route_id ?? null];
    const where =
      "business_id = $1 and ($2::text is null or state = $2) and ($3::bigint is null or route_id = $3)";
    const window = buildWindow(input, BY_ID, { condition: where, values: filters });
    const { rows, paging } = await readListPage<PlanSummaryRow>(
      db,
      window,
      `select id, name, state, route_id, failure, locked_at, executed_at, created_at, finished_at, version,
         (solution -> 'totals' ->> 'spaces')::int as spaces_used,
         (solution -> 'totals' ->> 'unplaced')::int as unplaced,
         (solution -> 'totals' ->> 'weight_g')::bigint as weight_g,
         (select round(100 * sum((s -> 'metrics' ->> 'volume_mm3')::numeric) / nullif(sum(100 * (s -> 'metrics' ->> 'volume_mm3')::numeric
            / nullif((s -> 'metrics' ->> 'fill_percent')::numeric, 0)), 0), 1)::float8
            from jsonb_array_elements(coalesce(solution -> 'spaces', '[]')) s) as fill_percent,
         (select coalesce(sum((i ->> 'quantity')::int), 0)::int from jsonb_array_elements(contents -> 'items') i) as pieces
       from loading_plan where ${where}${window.sql}`,
      countRows(db, `from loading_plan where ${where}`, filters),
    );
    return { ...paging, loading_plans: rows };
  },
});

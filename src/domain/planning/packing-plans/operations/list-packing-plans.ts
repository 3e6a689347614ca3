/** Packing plans, newest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { OrderId, StringEnum } from "#vocabulary/basics.ts";
import { BY_ID, buildWindow, CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { getReach, type PlanSummaryRow, toSummary } from "../plans.ts";
import { PackingPlanSummary } from "../shapes.ts";
import { PLAN_STATES } from "../tables.ts";

export const listPackingPlans = defineOperation({
  name: "packingPlans",
  summary: "List packing plans",
  effect: "read",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["packing:read"] },
  rest: { method: "GET", path: "/api/v1/packing-plans" },
  input: Type.Object({
    ...CursorInput,
    state: Type.Optional(StringEnum(PLAN_STATES)),
    order_id: Type.Optional(OrderId),
  }),
  output: Type.Object({ ...CursorOutput, packing_plans: Type.Array(PackingPlanSummary) }),

  async run({ actor, db, business_id }, input) {
    const filters = [business_id, input.state ?? null, input.order_id ?? null, getReach(actor)];
    const where =
      "business_id = $1 and ($2::text is null or state = $2) and ($3::bigint is null or order_id = $3) and ($4::bigint is null or customer_id = $4)";
    const window = buildWindow(input, BY_ID, { condition: where, values: filters });
    const { rows, paging } = await readListPage<PlanSummaryRow>(
      db,
      window,
      `select id, name, state, order_id, failure, applied_at, created_at, finished_at, version,
         (solution -> 'totals' ->> 'packages')::int as packages,
         (solution -> 'totals' ->> 'outer_volume_mm3')::bigint as outer_volume_mm3,
         case when solution is not null then
           (select coalesce(sum((u ->> 'quantity')::int), 0)::int from jsonb_array_elements(solution -> 'unpacked') u) end as unpacked,
         (select coalesce(sum((i ->> 'quantity')::int), 0)::int from jsonb_array_elements(contents -> 'items') i) as pieces
       from packing_plan where ${where}${window.sql}`,
      countRows(db, `from packing_plan where ${where}`, filters),
    );
    return { ...paging, packing_plans: rows.map(toSummary) };
  },
});

/** Packing plans, newest first. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { OrderId, StringEnum } from "#vocabulary/basics.ts";
import { BY_ID } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { getReach, type PlanSummaryRow, toSummary } from "../records/packing-plan.ts";
import { PLAN_STATES } from "../rules.ts";
import { PackingPlanSummary } from "../shapes.ts";

export const listPackingPlans = defineList({
  name: "packingPlans",
  summary: "List packing plans",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["packing:read"] },
  rest: { method: "GET", path: "/api/v1/packing-plans" },
  filters: { state: filter(StringEnum(PLAN_STATES)), order_id: filter(Ref("order", OrderId)) },
  rows: { packing_plans: Type.Array(PackingPlanSummary) },
  from: "packing_plan",
  columns: `id, name, state, order_id, failure, applied_at, created_at, finished_at, version,
    (solution -> 'totals' ->> 'packages')::int as packages,
    (solution -> 'totals' ->> 'outer_volume_mm3')::bigint as outer_volume_mm3,
    case when solution is not null then
      (select coalesce(sum((u ->> 'quantity')::int), 0)::int from jsonb_array_elements(solution -> 'unpacked') u) end as unpacked,
    (select coalesce(sum((i ->> 'quantity')::int), 0)::int from jsonb_array_elements(contents -> 'items') i) as pieces`,
  where: "$customer_id::bigint is null or customer_id = $customer_id",
  order: BY_ID,
  values: ({ actor }) => ({ customer_id: getReach(actor) }),
  build: (row: PlanSummaryRow) => toSummary(row),
});

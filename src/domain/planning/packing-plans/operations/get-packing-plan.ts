/** A packing plan with its packages, or its progress while it is solved. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { loadActual } from "../records/packing-actual.ts";
import { buildPlanView, getPlan } from "../records/packing-plan.ts";
import { PackingPlan } from "../shapes.ts";

export const getPackingPlan = defineOperation({
  name: "packingPlan",
  summary: "Get a packing plan with its packages",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["packing:read"] },
  rest: { method: "GET", path: "/api/v1/packing-plans/{packing_plan_id}" },
  input: Type.Object({ packing_plan_id: Ref("packing_plan") }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), packing_plan: PackingPlan }),

  async run(context, { packing_plan_id }) {
    const plan = await getPlan(context, packing_plan_id);
    const actual = await loadActual(context, packing_plan_id);
    return { result: true, version: plan.version, packing_plan: buildPlanView(context, plan, actual) };
  },
});

/** Stop a packing plan that waits for the solver or is being solved. The solver ends within a second. */
import Type from "typebox";
import { cancelSolve } from "#domain/planning/goods-plans/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { buildPlanView, lockPlan, stepRefusals } from "../records/packing-plan.ts";
import { PackingPlan } from "../shapes.ts";
import { packingSolving } from "../solving.ts";

export const cancelPackingPlan = defineOperation({
  name: "packingPlanCancel",
  summary: "Cancel the solving of a packing plan",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["packing:write"] },
  rest: { method: "POST", path: "/api/v1/packing-plans/{packing_plan_id}/cancel" },
  input: Type.Object({ packing_plan_id: Ref("packing_plan") }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), packing_plan: PackingPlan }),
  refusals: stepRefusals,

  async run(context, { packing_plan_id }) {
    const plan = await lockPlan(context, packing_plan_id, "cancelled");
    context.expectVersion(plan.version);
    const after = await cancelSolve(context, packingSolving, plan);
    return { result: true, version: after.version, packing_plan: buildPlanView(context, after, []) };
  },
});

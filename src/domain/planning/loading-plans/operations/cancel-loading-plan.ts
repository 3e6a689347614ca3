/** Stop a loading plan that waits for the solver or is being solved. The solver ends within a second. */
import Type from "typebox";
import { cancelSolve } from "#domain/planning/goods-plans/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildPlanView, lockPlan, stepRefusals } from "../records/loading-plan.ts";
import { LoadingPlan } from "../shapes.ts";
import { loadingSolving } from "../solving.ts";

export const cancelLoadingPlan = defineOperation({
  name: "loadingPlanCancel",
  summary: "Cancel the solving of a loading plan",
  access: { scopes: ["loading:write"] },
  rest: { method: "POST", path: "/api/v1/loading/plans/{loading_plan_id}/cancel" },
  input: Type.Object({ loading_plan_id: Ref("loading_plan") }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), loading_plan: LoadingPlan }),
  refusals: stepRefusals,

  async run(context, { loading_plan_id }) {
    const plan = await lockPlan(context, loading_plan_id, "cancelled");
    context.expectVersion(plan.version);
    const after = await cancelSolve(context, loadingSolving, plan);
    return { result: true, version: after.version, loading_plan: buildPlanView(context, after, []) };
  },
});

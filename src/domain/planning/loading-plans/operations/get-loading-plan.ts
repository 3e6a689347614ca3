/** A loading plan with where each piece stands, or its progress while it is solved. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildPlanView, getPlan } from "../records/loading-plan.ts";
import { loadScans } from "../records/loading-scan.ts";
import { LoadingPlan } from "../shapes.ts";

export const getLoadingPlan = defineOperation({
  name: "loadingPlan",
  summary: "Get a loading plan with its load",
  access: { scopes: ["loading:read"] },
  rest: { method: "GET", path: "/api/v1/loading/plans/{loading_plan_id}" },
  input: Type.Object({ loading_plan_id: Ref("loading_plan") }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), loading_plan: LoadingPlan }),

  async run(context, { loading_plan_id }) {
    const plan = await getPlan(context, loading_plan_id);
    const scans = await loadScans(context, loading_plan_id);
    return { result: true, version: plan.version, loading_plan: buildPlanView(context, plan, scans) };
  },
});

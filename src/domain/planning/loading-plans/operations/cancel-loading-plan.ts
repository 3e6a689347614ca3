/** Stop a loading plan that waits for the solver or is being solved. The solver ends within a second. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { cancelWaitingJob, listOpenJobs } from "#platform/jobs/open-jobs.ts";
import { Id } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { SOLVE_JOB } from "../job-name.ts";
import { buildPlanView, getPlan, lockPlan } from "../plans.ts";
import { LoadingPlan } from "../shapes.ts";
import { storeSolution } from "../store.ts";

export const cancelLoadingPlan = defineOperation({
  name: "loadingPlanCancel",
  summary: "Cancel the solving of a loading plan",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["loading:write"] },
  rest: { method: "POST", path: "/api/v1/loading/plans/{loading_plan_id}/cancel" },
  input: Type.Object({ loading_plan_id: Id }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), loading_plan: LoadingPlan }),
  refusals: { invalid_state: "conflict", plan_locked: "conflict" },

  async run(context, { loading_plan_id }) {
    const { db, expectVersion } = context;
    const plan = await lockPlan(context, loading_plan_id, "cancelled");
    expectVersion(plan.version);
    const waiting = (await listOpenJobs(db, SOLVE_JOB)).find(
      ({ data }) => data["loading_plan_id"] === loading_plan_id,
    );
    if (waiting !== undefined) await cancelWaitingJob(db, SOLVE_JOB, waiting.id);
    await storeSolution(context, plan, { state: "cancelled", solution: null });
    const after = await getPlan(context, loading_plan_id);
    return { result: true, version: after.version, loading_plan: buildPlanView(after, []) };
  },
});

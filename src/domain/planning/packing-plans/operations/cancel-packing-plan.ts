/** Stop a packing plan that waits for the solver or is being solved. The solver ends within a second. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { cancelWaitingJob, listOpenJobs } from "#platform/jobs/open-jobs.ts";
import { Id } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { SOLVE_JOB } from "../job-name.ts";
import { buildPlanView, getPlan, lockPlan } from "../plans.ts";
import { PackingPlan } from "../shapes.ts";
import { storeSolution } from "../store.ts";

export const cancelPackingPlan = defineOperation({
  name: "packingPlanCancel",
  summary: "Cancel the solving of a packing plan",
  effect: "write",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["packing:write"] },
  rest: { method: "POST", path: "/api/v1/packing-plans/{packing_plan_id}/cancel" },
  input: Type.Object({ packing_plan_id: Id }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), packing_plan: PackingPlan }),
  refusals: { invalid_state: "conflict", already_applied: "conflict" },

  async run(context, { packing_plan_id }) {
    const { db, expectVersion } = context;
    const plan = await lockPlan(context, packing_plan_id, "cancelled");
    expectVersion(plan.version);
    const waiting = (await listOpenJobs(db, SOLVE_JOB)).find(
      ({ data }) => data["packing_plan_id"] === packing_plan_id,
    );
    if (waiting !== undefined) await cancelWaitingJob(db, SOLVE_JOB, waiting.id);
    await storeSolution(context, plan, { state: "cancelled", solution: null });
    const after = await getPlan(context, packing_plan_id);
    return { result: true, version: after.version, packing_plan: buildPlanView(context.actor, after, []) };
  },
});

/** Create the routes of a previewed plan; refused when its orders or drivers have changed since. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { commitPlan } from "../commit.ts";
import { messages } from "../messages.ts";
import { buildRunView, getLockedRun, getRunPool, storeCommitted } from "../records/plan-run.ts";
import { PlanRunDetail } from "../shapes.ts";

export const commitPlanRun = defineOperation({
  name: "clientPlanRunCommit",
  summary: "Commit a previewed plan",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/plan-runs/{plan_run_id}/commit" },
  input: Type.Object({ plan_run_id: Ref("plan_run") }),
  output: Type.Object({ result: Type.Boolean(), plan_run: PlanRunDetail }),
  refusals: { invalid_transition: "conflict", already_committed: "conflict", plan_outdated: "conflict" },

  async run(context, { plan_run_id }) {
    const { now, refuse, emit } = context;
    const run = await getLockedRun(context, plan_run_id);
    if (run.committed_at !== null) throw refuse("already_committed", { message: messages.already_committed });
    if (run.state !== "COMPLETED" || run.plan === null) {
      throw refuse("invalid_transition", { message: messages.not_committable, values: { state: run.state } });
    }
    const route_ids = await commitPlan(context, plan_run_id, run.plan, getRunPool(run));
    await storeCommitted(context, plan_run_id);
    emit({
      subject: { type: "plan_run", id: plan_run_id },
      kind: "plan.run_committed",
      payload: { date: run.date, route_ids: [...route_ids.values()], totals: run.plan.totals },
      before: { committed_at: null },
      after: { committed_at: now.toISOString() },
    });
    return { result: true, plan_run: buildRunView({ ...run, committed_at: now.toISOString() }, route_ids) };
  },
});

/** Stop a plan that is waiting or being made; nothing of it is kept. */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { emitFinished, isOwnRun, lockRun } from "../runs.ts";
import { PlanRunDetail, runView } from "../shapes.ts";

export const cancelPlanRun = defineOperation({
  name: "clientPlanRunCancel",
  summary: "Cancel a plan run",
  effect: "write",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/plan-runs/{plan_run_id}/cancel" },
  input: Type.Object({ plan_run_id: Id }),
  output: Type.Object({ result: Type.Boolean(), plan_run: PlanRunDetail }),
  refusals: { invalid_transition: "conflict" },

  async run(context, { plan_run_id }) {
    const { actor, db, business_id, now, refuse } = context;
    const run = await lockRun(db, business_id, plan_run_id);
    if (run === undefined || !isOwnRun(actor, run))
      throw refuse("not_found", { message: messages.unknown_run });
    if (run.state !== "QUEUED" && run.state !== "RUNNING") {
      throw refuse("invalid_transition", { message: messages.not_running, values: { state: run.state } });
    }
    // The job looks at the state about every second and stops the solver.
    await db.execute(
      "update plan_run set state = 'CANCELLED', finished_at = $3 where business_id = $1 and id = $2",
      [business_id, plan_run_id, now],
    );
    emitFinished(
      context,
      { id: plan_run_id, date: run.date, preview: run.preview, state: "CANCELLED" },
      null,
      [],
    );
    return {
      result: true,
      plan_run: runView({ ...run, state: "CANCELLED", finished_at: now.toISOString() }, new Map()),
    };
  },
});

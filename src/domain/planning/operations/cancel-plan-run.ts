/**
 * Stop a plan that is waiting or being made; nothing of it is kept.
 *
 * Our choice: with `keep_best` the best plan so far is kept, and the run completes as it would have at its time limit, a
 * second or two later: that limit becomes the time that it had. Refused with `no_plan_yet` before there is a first plan.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { LIMITS, withDefaults } from "../options.ts";
import { emitFinished, isOwnRun, lockRun } from "../runs.ts";
import { PlanRunDetail, runView } from "../shapes.ts";
import type { PlanRunRow } from "../tables.ts";

export const cancelPlanRun = defineOperation({
  name: "clientPlanRunCancel",
  summary: "Cancel a plan run",
  effect: "write",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/plan-runs/{plan_run_id}/cancel" },
  input: Type.Object({
    plan_run_id: Id,
    keep_best: Type.Optional(
      Type.Boolean({ description: "Complete it with the best plan so far instead of keeping nothing." }),
    ),
  }),
  output: Type.Object({ result: Type.Boolean(), plan_run: PlanRunDetail }),
  refusals: { invalid_transition: "conflict", no_plan_yet: "conflict" },

  async run(context, { plan_run_id, keep_best = false }) {
    const { actor, db, business_id, now, refuse } = context;
    const run = await lockRun(db, business_id, plan_run_id);
    if (run === undefined || !isOwnRun(actor, run))
      throw refuse("not_found", { message: messages.unknown_run });
    if (run.state !== "QUEUED" && run.state !== "RUNNING") {
      throw refuse("invalid_transition", { message: messages.not_running, values: { state: run.state } });
    }
    // The job looks at limit and state about every second, and ends the solver.
    if (keep_best) {
      if (run.progress === null) throw refuse("no_plan_yet", { message: messages.no_plan_yet });
      const options = shortened(run, now);
      await db.execute("update plan_run set options = $3 where business_id = $1 and id = $2", [
        business_id,
        plan_run_id,
        JSON.stringify(options),
      ]);
      context.emit({
        subject: { type: "plan_run", id: plan_run_id },
        kind: "plan.run_shortened",
        payload: { date: run.date, time_limit_s: options.time_limit_s },
        before: { time_limit_s: withDefaults(run.options).time_limit_s },
        after: { time_limit_s: options.time_limit_s },
      });
      return { result: true, plan_run: runView({ ...run, options }, new Map()) };
    }
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

/** Its options with the seconds that it had as their limit, below the present one. */
function shortened({ options, started_at }: PlanRunRow, now: Date) {
  const had_s = Math.ceil((now.getTime() - Date.parse(started_at ?? now.toISOString())) / 1000);
  const below = withDefaults(options).time_limit_s - 1;
  return { ...options, time_limit_s: Math.max(LIMITS.time_limit_s.minimum, Math.min(had_s, below)) };
}

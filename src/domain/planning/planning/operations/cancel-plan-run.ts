/**
 * Stop a plan that is waiting or running, and discard it.
 *
 * Our choice: with `keep_best` the best plan so far is kept, and the run completes as it would have at its time limit, less
 * than a second later: the limit is set to the time already used. Refused with `no_plan_yet` before there is a first plan.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { cancelWaitingJob, listOpenJobs } from "#platform/jobs/open-jobs.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { PLAN_JOB } from "../background-queue.ts";
import { messages } from "../messages.ts";
import { LIMITS, withDefaults } from "../options.ts";
import {
  buildRunView,
  changeRun,
  emitFinished,
  getLockedRun,
  getRunProgress,
  type PlanRunRow,
} from "../records/plan-run.ts";
import { PlanRunDetail } from "../shapes.ts";

export const cancelPlanRun = defineOperation({
  name: "clientPlanRunCancel",
  summary: "Cancel a plan run",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/plan-runs/{plan_run_id}/cancel" },
  input: Type.Object({
    plan_run_id: Ref("plan_run"),
    keep_best: Type.Optional(
      Type.Boolean({ description: "Complete the run with the best plan so far instead of discarding it." }),
    ),
  }),
  output: Type.Object({ result: Type.Boolean(), plan_run: PlanRunDetail }),
  refusals: { invalid_transition: "conflict", no_plan_yet: "conflict" },

  async run(context, { plan_run_id, keep_best = false }) {
    const { db, now, refuse } = context;
    const run = await getLockedRun(context, plan_run_id);
    if (run.state !== "QUEUED" && run.state !== "RUNNING") {
      throw refuse("invalid_transition", { message: messages.not_running, values: { state: run.state } });
    }
    // The job reads limit and state four times a second, and ends the solver.
    if (keep_best) {
      if (getRunProgress(run) === null) throw refuse("no_plan_yet", { message: messages.no_plan_yet });
      const options = shortenTimeLimit(run, now);
      const after = await changeRun(context, run, { options });
      context.emit({
        subject: { type: "plan_run", id: plan_run_id },
        kind: "plan.run_shortened",
        payload: { date: run.date, time_limit_s: options.time_limit_s },
        before: { time_limit_s: withDefaults(run.options).time_limit_s },
        after: { time_limit_s: options.time_limit_s },
      });
      return { result: true, plan_run: buildRunView(after, new Map()) };
    }
    const waiting = (await listOpenJobs(db, PLAN_JOB)).find(
      ({ data }) => data["plan_run_id"] === plan_run_id,
    );
    if (waiting !== undefined) await cancelWaitingJob(db, PLAN_JOB, waiting.id);
    const after = await changeRun(context, run, { state: "CANCELLED", finished_at: now.toISOString() });
    emitFinished(
      context,
      { id: plan_run_id, date: run.date, preview: run.preview, state: "CANCELLED" },
      null,
      [],
    );
    return { result: true, plan_run: buildRunView(after, new Map()) };
  },
});

/** The options with the time used so far as the time limit, which is always below the current one. */
function shortenTimeLimit({ options, started_at }: PlanRunRow, now: Date) {
  const used_s = Math.ceil((now.getTime() - Date.parse(started_at ?? now.toISOString())) / 1000);
  const below = withDefaults(options).time_limit_s - 1;
  return { ...options, time_limit_s: Math.max(LIMITS.time_limit_s.minimum, Math.min(used_s, below)) };
}

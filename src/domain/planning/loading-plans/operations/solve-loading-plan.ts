/**
 * Solve a loading plan, at once or in the background.
 *
 * The solver runs before the transaction, and nothing is locked meanwhile. When the load is stored, a plan that was
 * changed since is refused as outdated. The independent checker reads every answer. If the caller's connection is lost, the
 * solver ends and nothing is stored.
 */
import Type from "typebox";
import { assignRound, getPriority } from "#domain/planning/planning/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { listOpenJobs, lockQueue } from "#platform/jobs/open-jobs.ts";
import type { LoadingSolution } from "#solvers/loading/problem.ts";
import { Id } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { SOLVE_JOB } from "../job-name.ts";
import { messages } from "../messages.ts";
import { pickOptions } from "../options.ts";
import { buildPlanView, getPlan, lockPlan, refuseStep } from "../plans.ts";
import { buildProblem } from "../rules.ts";
import { LIMITS, LoadingPlan, optionMembers, type PlanOptions } from "../shapes.ts";
import { solveProblem, withDefaults } from "../solve.ts";
import { refuseTooMany, solveRefusals, toSolveRefusal } from "../solve-refusals.ts";
import { storeSolution } from "../store.ts";

interface Prepared {
  options: PlanOptions;
  /** What was solved; null when it is to be solved in the background. */
  made: { solution: LoadingSolution; inputs_hash: string } | null;
}

export const solveLoadingPlan = defineOperation({
  name: "loadingPlanSolve",
  summary: "Solve a loading plan",
  description:
    "Chooses spaces and where each piece stands. With async, or with many pieces, the answer comes at once and the plan is solved in " +
    "the background: read its progress with loadingPlan, stop it with loadingPlanCancel.",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["loading:write"] },
  rest: { method: "POST", path: "/api/v1/loading/plans/{loading_plan_id}/solve", pending: "pending" },
  checks_idempotency_first: true,
  input: Type.Object({
    loading_plan_id: Id,
    ...optionMembers,
    async: Type.Optional(
      Type.Boolean({ description: "Solve it in the background; absent: above 300 pieces." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    pending: Type.Boolean({ description: "True while the plan is still to be solved." }),
    version: Type.Integer(),
    loading_plan: LoadingPlan,
  }),
  refusals: {
    ...solveRefusals,
    invalid_state: "conflict",
    plan_locked: "conflict",
    plan_outdated: "conflict",
    time_limit_too_long: "invalid",
  },

  async prepare(context, { loading_plan_id, async: wanted, ...input }): Promise<Prepared> {
    const { business_id, refuse, request } = context;
    const plan = await getPlan(context, loading_plan_id);
    refuseStep(context, plan, "solved");
    const options = { ...plan.options, ...pickOptions(input) };
    const pieces = plan.contents.items.reduce((sum, { quantity }) => sum + quantity, 0);
    const later = wanted ?? pieces > LIMITS.sync_pieces;
    if (later) return { options, made: null };
    if (withDefaults(options).time_limit_s > LIMITS.sync_s)
      throw refuse("time_limit_too_long", {
        message: `A caller waits ${LIMITS.sync_s} seconds at most; use async.`,
        errors: [{ field: "time_limit_s", message: `is more than ${LIMITS.sync_s} without async` }],
      });
    const solution = await solveProblem(business_id, buildProblem(plan.contents), options, {
      signal: request.disconnected?.(),
    }).catch((error) => {
      throw toSolveRefusal(context, error);
    });
    return { options, made: { solution, inputs_hash: plan.inputs_hash } };
  },

  async run(context, { loading_plan_id }, { options, made }) {
    const { actor, db, business_id, refuse, expectVersion, enqueue, emit, now, request } = context;
    if (request.disconnected?.().aborted) throw refuse("caller_disconnected");
    const plan = await lockPlan(context, loading_plan_id, "solved");
    expectVersion(plan.version);
    if (made !== null) {
      if (made.inputs_hash !== plan.inputs_hash)
        throw refuse("plan_outdated", { message: messages.plan_outdated });
      await storeSolution(context, plan, { state: "solved", solution: made.solution, options });
    } else {
      const { time_limit_s, seed } = withDefaults(options);
      await lockQueue(db, SOLVE_JOB);
      const { round, retry_after_s } = assignRound(
        await listOpenJobs(db, SOLVE_JOB),
        business_id,
        time_limit_s,
        now,
      );
      if (retry_after_s !== null) throw refuseTooMany(context, retry_after_s);
      await db.execute(
        `update loading_plan set state = 'queued', options = $3, seed = $4, solution = null, failure = null, progress = null, is_edited = false,
           started_at = null, finished_at = null, version = version + 1 where business_id = $1 and id = $2`,
        [business_id, loading_plan_id, JSON.stringify(options), seed],
      );
      emit({
        subject: { type: "loading_plan", id: loading_plan_id },
        kind: "loading.solve_requested",
        before: { state: plan.state },
        after: { state: "queued" },
      });
      enqueue({
        name: SOLVE_JOB,
        data: { business_id, account_id: actor.account_id, loading_plan_id, seconds: time_limit_s },
        priority: getPriority(round),
      });
    }
    const after = await getPlan(context, loading_plan_id);
    return {
      result: true,
      pending: made === null,
      version: after.version,
      loading_plan: buildPlanView(after, []),
    };
  },
});

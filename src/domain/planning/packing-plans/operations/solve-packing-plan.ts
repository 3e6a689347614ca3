/**
 * Solve a packing plan, at once or in the background.
 *
 * The solver runs before the transaction, and nothing is locked meanwhile. When the packages are stored, a plan that was
 * changed since is refused as outdated. The independent checker reads every answer. If the caller's connection is lost, the
 * solver ends and nothing is stored.
 *
 * Source: docs/contract/rest.md, rule 6 of the cross-cutting rules.
 */
import Type from "typebox";
import { assignRound, getPriority } from "#domain/planning/planning/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { listOpenJobs, lockQueue } from "#platform/jobs/open-jobs.ts";
import type { PackingSolution } from "#solvers/packing/problem.ts";
import { Id } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { SOLVE_JOB } from "../job-name.ts";
import { messages } from "../messages.ts";
import { buildPlanView, getPlan, lockPlan, refuseStep } from "../plans.ts";
import { buildProblem } from "../rules.ts";
import { LIMITS, optionMembers, PackingPlan, type PlanOptions } from "../shapes.ts";
import { solveProblem, withDefaults } from "../solve.ts";
import { refuseTooMany, solveRefusals, toSolveRefusal } from "../solve-refusals.ts";
import { storeSolution } from "../store.ts";

interface Prepared {
  options: PlanOptions;
  /** What was solved; null when it is to be solved in the background. */
  made: { solution: PackingSolution; inputs_hash: string } | null;
}

export const solvePackingPlan = defineOperation({
  name: "packingPlanSolve",
  summary: "Solve a packing plan",
  description:
    "Chooses the packages of the plan and where each piece lies. With async the answer comes at once and the plan is solved in the " +
    "background: read its progress with packingPlan, stop it with packingPlanCancel.",
  effect: "write",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["packing:write"] },
  rest: { method: "POST", path: "/api/v1/packing-plans/{packing_plan_id}/solve", pending: "pending" },
  checks_idempotency_first: true,
  input: Type.Object({
    packing_plan_id: Id,
    ...optionMembers,
    async: Type.Optional(Type.Boolean({ description: "Solve it in the background." })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    pending: Type.Boolean({ description: "True while the plan is still to be solved." }),
    version: Type.Integer(),
    packing_plan: PackingPlan,
  }),
  refusals: {
    ...solveRefusals,
    invalid_state: "conflict",
    already_applied: "conflict",
    plan_outdated: "conflict",
    time_limit_too_long: "invalid",
  },

  async prepare(
    context,
    { packing_plan_id, async: later = false, seed, iterations, time_limit_s },
  ): Promise<Prepared> {
    const { business_id, refuse, request } = context;
    const plan = await getPlan(context, packing_plan_id);
    refuseStep(context, plan, "solved");
    const options = {
      ...plan.options,
      ...(seed === undefined ? {} : { seed }),
      ...(iterations === undefined ? {} : { iterations }),
      ...(time_limit_s === undefined ? {} : { time_limit_s }),
    };
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

  async run(context, { packing_plan_id }, { options, made }) {
    const { actor, db, business_id, refuse, expectVersion, enqueue, emit, now, request } = context;
    if (request.disconnected?.().aborted) throw refuse("caller_disconnected");
    const plan = await lockPlan(context, packing_plan_id, "solved");
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
        `update packing_plan set state = 'queued', options = $3, seed = $4, solution = null, failure = null, progress = null,
           started_at = null, finished_at = null, version = version + 1 where business_id = $1 and id = $2`,
        [business_id, packing_plan_id, JSON.stringify(options), seed],
      );
      emit({
        subject: { type: "packing_plan", id: packing_plan_id },
        kind: "packing.solve_requested",
        before: { state: plan.state },
        after: { state: "queued" },
      });
      enqueue({
        name: SOLVE_JOB,
        data: { business_id, account_id: actor.account_id, packing_plan_id, seconds: time_limit_s },
        priority: getPriority(round),
      });
    }
    const after = await getPlan(context, packing_plan_id);
    return {
      result: true,
      pending: made === null,
      version: after.version,
      packing_plan: buildPlanView(context.actor, after, []),
    };
  },
});

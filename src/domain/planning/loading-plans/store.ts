/** Writes plans and their solutions. */
import type { Context } from "#operation/define/context.ts";
import type { LoadingSolution } from "#solvers/loading/problem.ts";
import { hashContents } from "./contents.ts";
import type { PlanOptions } from "./shapes.ts";
import { withDefaults } from "./solve.ts";
import type { LoadingPlanRow, PlanContents, PlanState } from "./tables.ts";

/** Its id. */
export async function insertPlan(
  { db, business_id, actor, now, emit }: Context<never>,
  plan: { name: string; route_id: number | null; contents: PlanContents; options: PlanOptions },
): Promise<number> {
  const row = await db.row<{ id: number }>(
    `insert into loading_plan (business_id, name, state, route_id, contents, options, seed, inputs_hash, created_by, created_at)
     values ($1, $2, 'draft', $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      business_id,
      plan.name,
      plan.route_id,
      JSON.stringify(plan.contents),
      JSON.stringify(plan.options),
      withDefaults(plan.options).seed,
      hashContents(plan.contents),
      actor.account_id,
      now,
    ],
  );
  if (row === undefined) throw new Error("No loading plan was created.");
  emit({
    subject: { type: "loading_plan", id: row.id, is_new: true },
    kind: "loading.plan_created",
    payload: { route_id: plan.route_id },
    after: { state: "draft" },
  });
  return row.id;
}

/** Ends a solve: with a load, cancelled, or failed. */
export async function storeSolution(
  { db, business_id, now, emit }: Context<never>,
  plan: Pick<LoadingPlanRow, "id" | "state" | "route_id" | "inputs_hash">,
  outcome: {
    state: Extract<PlanState, "solved" | "failed" | "cancelled">;
    solution: LoadingSolution | null;
    options?: PlanOptions;
    failure?: string;
  },
): Promise<void> {
  const { state, solution, options, failure } = outcome;
  await db.execute(
    `update loading_plan set state = $3, solution = $4, failure = $5, finished_at = $6, progress = null, is_edited = false,
       options = coalesce($7::jsonb, options), seed = coalesce($8, seed), started_at = coalesce(started_at, $6),
       version = version + 1 where business_id = $1 and id = $2`,
    [
      business_id,
      plan.id,
      state,
      solution === null ? null : JSON.stringify(solution),
      failure ?? null,
      now,
      options === undefined ? null : JSON.stringify(options),
      options === undefined ? null : withDefaults(options).seed,
    ],
  );
  emit({
    subject: { type: "loading_plan", id: plan.id },
    kind: "loading.solved",
    payload: {
      state,
      route_id: plan.route_id,
      spaces: solution?.totals.spaces ?? 0,
      unplaced: solution?.totals.unplaced ?? 0,
      gap_percent: solution?.gap_percent ?? 0,
      inputs_hash: plan.inputs_hash,
    },
    before: { state: plan.state },
    after: { state },
  });
}

export async function setState(
  { db, business_id, now }: Context<never>,
  id: number,
  state: PlanState,
  stamps: { locked?: boolean; executed?: boolean } = {},
): Promise<void> {
  await db.execute(
    `update loading_plan set state = $3, locked_at = case when $4::boolean is null then locked_at when $4 then coalesce(locked_at, $6) end,
       executed_at = case when $5 then $6 else executed_at end, version = version + 1 where business_id = $1 and id = $2`,
    [business_id, id, state, stamps.locked ?? null, stamps.executed ?? false, now],
  );
}

/** Writes plans and their solutions. */
import type { Context } from "#operation/define/context.ts";
import type { PackingSolution } from "#solvers/packing/problem.ts";
import { hashContents } from "./contents.ts";
import { getReach } from "./plans.ts";
import type { PlanOptions } from "./shapes.ts";
import { withDefaults } from "./solve.ts";
import type { PackingPlanRow, PlanContents, PlanState } from "./tables.ts";

/** Its id. */
export async function insertPlan(
  { db, business_id, actor, now, emit }: Context<never>,
  plan: { name: string; order_id: number | null; contents: PlanContents; options: PlanOptions },
): Promise<number> {
  const row = await db.row<{ id: number }>(
    `insert into packing_plan (business_id, name, state, order_id, contents, options, seed, inputs_hash, created_by, created_at, customer_id)
     values ($1, $2, 'draft', $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [
      business_id,
      plan.name,
      plan.order_id,
      JSON.stringify(plan.contents),
      JSON.stringify(plan.options),
      withDefaults(plan.options).seed,
      hashContents(plan.contents),
      actor.account_id,
      now,
      getReach(actor),
    ],
  );
  if (row === undefined) throw new Error("No packing plan was created.");
  emit({
    subject: { type: "packing_plan", id: row.id, is_new: true },
    kind: "packing.plan_created",
    payload: { order_id: plan.order_id },
    after: { state: "draft" },
  });
  return row.id;
}

/** Ends a solve: with packages, cancelled, or failed. */
export async function storeSolution(
  { db, business_id, now, emit }: Context<never>,
  plan: Pick<PackingPlanRow, "id" | "state" | "order_id" | "inputs_hash">,
  outcome: {
    state: Extract<PlanState, "solved" | "failed" | "cancelled">;
    solution: PackingSolution | null;
    options?: PlanOptions;
    failure?: string;
  },
): Promise<void> {
  const { state, solution, options, failure } = outcome;
  await db.execute(
    `update packing_plan set state = $3, solution = $4, failure = $5, finished_at = $6, progress = null,
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
  await db.execute("delete from packing_actual where business_id = $1 and plan_id = $2", [
    business_id,
    plan.id,
  ]);
  emit({
    subject: { type: "packing_plan", id: plan.id },
    kind: "packing.solved",
    payload: {
      state,
      order_id: plan.order_id,
      packages: solution?.totals.packages ?? 0,
      unpacked: solution?.unpacked.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0,
      outer_volume_mm3: solution?.totals.outer_volume_mm3 ?? 0,
      inputs_hash: plan.inputs_hash,
    },
    before: { state: plan.state },
    after: { state },
  });
}

/** Reads, locks and shows packing plans. */

import type { Static } from "typebox";
import type { Actor } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import type { PackingSolution } from "#solvers/packing/problem.ts";
import { messages } from "./messages.ts";
import { describeReason, findDifferences, isPossible, type Step } from "./rules.ts";
import type { Actual, PackingPlan, PackingPlanSummary, PackingResult, PlanPackaging } from "./shapes.ts";
import type { PackingActualRow, PackingPlanRow, PlanContents } from "./tables.ts";

type Reading = Pick<Context, "db" | "business_id">;

/** The customer whose plans alone the caller sees; null: all of the business. */
export const getReach = ({ role, customer_id }: Actor): number | null =>
  role === "customer" ? (customer_id ?? -1) : null;

/** What packagings cost the business, and how many it has, is not for its customers. */
const seesCosts = ({ role }: Actor) => role !== "customer";

const SELECT = `select * from packing_plan where business_id = $1 and id = $2
  and ($3::bigint is null or customer_id = $3)`;

/** The packagings of a plan as the caller sees them. */
export const showPackagings = (actor: Actor, packagings: readonly PlanPackaging[]) =>
  seesCosts(actor)
    ? [...packagings]
    : packagings.map(({ cost_minor: _cost, stock: _stock, ...shown }) => shown);

/** Refuses `not_found`. */
export async function getPlan(context: Context<never>, id: number): Promise<PackingPlanRow> {
  const plan = await context.db.row<PackingPlanRow>(SELECT, [
    context.business_id,
    id,
    getReach(context.actor),
  ]);
  if (plan === undefined) throw context.refuse("not_found", { message: messages.unknown_plan });
  return plan;
}

/** Locked until the end of the transaction. Refuses `not_found`, and what cannot be done in its state. */
export async function lockPlan(
  context: Context<"invalid_state" | "already_applied">,
  id: number,
  step: Step,
): Promise<PackingPlanRow> {
  const { actor, db, business_id, refuse } = context;
  const plan = await db.row<PackingPlanRow>(`${SELECT} for update`, [business_id, id, getReach(actor)]);
  if (plan === undefined) throw refuse("not_found", { message: messages.unknown_plan });
  refuseStep(context, plan, step);
  return plan;
}

export function refuseStep(
  { refuse }: Context<"invalid_state" | "already_applied">,
  plan: PackingPlanRow,
  step: Step,
): void {
  if (isPossible(step, plan)) return;
  if (plan.applied_at !== null) throw refuse("already_applied", { message: messages.already_applied });
  throw refuse("invalid_state", {
    message: messages.invalid_state,
    values: { state: plan.state, done: step },
  });
}

export async function loadActual({ db, business_id }: Reading, plan_id: number): Promise<PackingActualRow[]> {
  return db.rows<PackingActualRow>(
    "select * from packing_actual where business_id = $1 and plan_id = $2 order by package_no",
    [business_id, plan_id],
  );
}

const countPieces = (items: readonly { quantity: number }[]) =>
  items.reduce((sum, { quantity }) => sum + quantity, 0);

/** `repeatable` where the search ended before its time. */
export function buildResult(
  actor: Actor,
  contents: PlanContents,
  solution: PackingSolution,
  time_limit_ms: number,
): Static<typeof PackingResult> {
  const names = new Map(contents.items.map(({ ref, name }) => [ref, name]));
  const packagings = new Map(contents.packagings.map((one) => [one.ref, one]));
  const { totals } = solution;
  return {
    packages: solution.packages.map((one, index) => {
      const packaging = packagings.get(one.packaging_id);
      if (packaging === undefined) throw new Error(`A package is of no packaging: ${one.packaging_id}.`);
      const inner_mm3 = packaging.inner_length_mm * packaging.inner_width_mm * packaging.inner_height_mm;
      return {
        package_no: index + 1,
        packaging: one.packaging_id,
        pieces: one.placements.reduce(
          (sum, { count_x, count_y, count_z }) => sum + count_x * count_y * count_z,
          0,
        ),
        weight_g: one.weight_g,
        fill_percent: Math.round((1000 * one.volume_mm3) / inner_mm3) / 10,
        placements: one.placements.map(({ item_id, ...at }) => ({ item: item_id, ...at })),
      };
    }),
    unpacked: solution.unpacked.map(({ item_id, quantity, reason }) => {
      const name = names.get(item_id) ?? item_id;
      return { item: item_id, name, quantity, reason, message: describeReason(name, reason) };
    }),
    totals: {
      packages: totals.packages,
      pieces: totals.items,
      outer_volume_mm3: totals.outer_volume_mm3,
      items_volume_mm3: totals.volume_mm3,
      weight_g: totals.weight_g,
      ...(seesCosts(actor) ? { cost_minor: totals.cost } : {}),
    },
    lower_bound_mm3: solution.lower_bound_mm3,
    optimal: solution.optimal,
    repeatable: !solution.cancelled && solution.elapsed_ms < time_limit_ms,
    iterations: solution.iterations,
    elapsed_ms: Math.round(solution.elapsed_ms),
  };
}

/** What a list shows of a plan, without its contents. */
export interface PlanSummaryRow
  extends Pick<
    PackingPlanRow,
    "id" | "name" | "state" | "order_id" | "failure" | "applied_at" | "created_at" | "finished_at" | "version"
  > {
  packages: number | null;
  unpacked: number | null;
  outer_volume_mm3: number | null;
  pieces: number;
}

export const toSummary = (row: PlanSummaryRow): Static<typeof PackingPlanSummary> => ({ ...row });

export const TIME_LIMIT_DEFAULT_S = 5;

export function buildPlanView(
  actor: Actor,
  plan: PackingPlanRow,
  actual: readonly PackingActualRow[],
): Static<typeof PackingPlan> {
  const { contents, solution, progress, options } = plan;
  const is_staff = actor.role !== "customer";
  const { items, packagings, target_utilization_percent, separate_groups, support_percent } = contents;
  return {
    id: plan.id,
    name: plan.name,
    state: plan.state,
    order_id: plan.order_id,
    packages: solution?.totals.packages ?? null,
    unpacked: solution === null ? null : countPieces(solution.unpacked),
    outer_volume_mm3: solution?.totals.outer_volume_mm3 ?? null,
    pieces: countPieces(items),
    failure: plan.failure,
    applied_at: plan.applied_at,
    created_at: plan.created_at,
    finished_at: plan.finished_at,
    version: plan.version,
    items,
    packagings: showPackagings(actor, packagings),
    target_utilization_percent,
    separate_groups,
    support_percent,
    options,
    seed: plan.seed,
    inputs_hash: plan.inputs_hash,
    progress:
      progress === null
        ? null
        : {
            packages: progress.packages,
            outer_volume_mm3: progress.outer_volume_mm3,
            unpacked: progress.unpacked,
            elapsed_ms: Math.round(progress.elapsed_ms),
            iterations: progress.iteration,
          },
    result:
      solution === null
        ? null
        : buildResult(actor, contents, solution, (options.time_limit_s ?? TIME_LIMIT_DEFAULT_S) * 1000),
    applied_parcels: plan.applied_parcels ?? [],
    actual: actual.map((row) => toActual(row, plan)),
    can: {
      change: isPossible("changed", plan),
      solve: isPossible("solved", plan),
      cancel: isPossible("cancelled", plan),
      apply: is_staff && plan.order_id !== null && isPossible("applied", plan),
      record: is_staff && isPossible("recorded", plan),
    },
  };
}

function toActual(
  row: PackingActualRow,
  { contents, solution }: Pick<PackingPlanRow, "contents" | "solution">,
): Static<typeof Actual> {
  const planned = solution?.packages[row.package_no - 1];
  const packaging = contents.packagings.find(({ ref }) => ref === planned?.packaging_id);
  return {
    package_no: row.package_no,
    packaging_id: row.packaging_id,
    outer_length_mm: row.outer_length_mm,
    outer_width_mm: row.outer_width_mm,
    outer_height_mm: row.outer_height_mm,
    weight_g: row.weight_g,
    note: row.note,
    recorded_at: row.recorded_at,
    differences:
      planned === undefined || packaging === undefined ? [] : findDifferences(row, planned, packaging),
  };
}

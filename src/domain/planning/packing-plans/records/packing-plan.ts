/** Packing plans: what one is, whose plans the caller reaches, how they are stored, solved and shown. */
import type { Static } from "typebox";
import {
  buildLeftItems,
  buildNewPlan,
  buildOutcomeChanges,
  buildPlanMembers,
  buildSearchProgress,
  buildSearchResult,
  countPieces,
  type Outcome,
  type PlanOptions,
} from "#domain/planning/goods-plans/public.ts";
import type { Actor } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type NewRow, type Row } from "#operation/define/record.ts";
import type { PackingProgress, PackingSolution } from "#solvers/packing/problem.ts";
import { messages } from "../messages.ts";
import { buildProblem, describeReason, isPossible, type PlanState, type Step } from "../rules.ts";
import type { PackedItem, PackingPlan, PackingPlanSummary, PackingResult, PlanPackaging } from "../shapes.ts";
import { packingSolver } from "../solver.ts";
import { buildActual, deleteActual, type PackingActualRow } from "./packing-actual.ts";

/** What is packed into what. `ref` of an item and of a packaging is its id for the solver. */
export interface PlanContents {
  items: PackedItem[];
  packagings: PlanPackaging[];
  /** Percent; no package is filled beyond this share of its inside. */
  target_utilization_percent: number;
  separate_groups: [string, string][];
  /** Percent of an item's base that rests on the floor or on items. */
  support_percent: number;
}

export interface PackingPlanRow extends Row<"packing_plan"> {
  state: PlanState;
  /** Whose plan it is; null: of the business. */
  customer_id: number | null;
  contents: PlanContents;
  options: PlanOptions;
  /** SHA-256 of the problem: the same contents have the same hash. */
  inputs_hash: string;
  progress: PackingProgress | null;
  solution: PackingSolution | null;
  applied_parcels: { parcel_id: number; package_no: number }[] | null;
}

export const PackingPlanRecord = defineRecord<"packing_plan", PackingPlanRow>("packing_plan");

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
    : packagings.map(({ cost_minor: _cost, stock: _stock, ...visible_members }) => visible_members);

export const stepRefusals = { invalid_state: "conflict", already_applied: "conflict" } as const;

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
  context: Context<keyof typeof stepRefusals>,
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
  { refuse }: Context<keyof typeof stepRefusals>,
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

export async function insertPlan(
  context: Context<never>,
  plan: Pick<NewRow<"packing_plan", PackingPlanRow>, "name" | "order_id" | "contents" | "options">,
): Promise<PackingPlanRow> {
  const { actor, emit } = context;
  const row = await PackingPlanRecord.insert(context, {
    ...buildNewPlan(context, packingSolver.withDefaults, buildProblem, plan),
    order_id: plan.order_id,
    customer_id: getReach(actor),
  });
  emit({
    subject: { type: "packing_plan", id: row.id, is_new: true },
    kind: "packing.plan_created",
    payload: { order_id: row.order_id },
    after: { state: row.state },
  });
  return row;
}

/** Ends a solve: with packages, cancelled, or failed. */
export async function storeOutcome(
  context: Context<never>,
  plan: PackingPlanRow,
  outcome: Outcome<PackingSolution>,
): Promise<PackingPlanRow> {
  const changes = buildOutcomeChanges(context, packingSolver, plan, outcome);
  const after = await PackingPlanRecord.change(context, plan, changes);
  await deleteActual(context, plan.id);
  const { state, solution } = after;
  context.emit({
    subject: { type: "packing_plan", id: plan.id },
    kind: "packing.solved",
    payload: {
      state,
      order_id: plan.order_id,
      packages: solution?.totals.packages ?? 0,
      unpacked: countPieces(solution?.unpacked ?? []),
      outer_volume_mm3: solution?.totals.outer_volume_mm3 ?? 0,
      inputs_hash: plan.inputs_hash,
    },
    before: { state: plan.state },
    after: { state },
  });
  return after;
}

export function buildResult(
  context: Pick<Context, "actor" | "say">,
  contents: PlanContents,
  solution: PackingSolution,
  options: PlanOptions,
): Static<typeof PackingResult> {
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
    unpacked: buildLeftItems(context, solution.unpacked, contents.items, describeReason),
    totals: {
      packages: totals.packages,
      pieces: totals.items,
      outer_volume_mm3: totals.outer_volume_mm3,
      items_volume_mm3: totals.volume_mm3,
      weight_g: totals.weight_g,
      ...(seesCosts(context.actor) ? { cost_minor: totals.cost } : {}),
    },
    lower_bound_mm3: solution.lower_bound_mm3,
    optimal: solution.optimal,
    ...buildSearchResult(solution, options),
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

export function buildPlanView(
  context: Pick<Context, "actor" | "say">,
  plan: PackingPlanRow,
  actual: readonly PackingActualRow[],
): Static<typeof PackingPlan> {
  const { actor } = context;
  const { contents, solution, progress } = plan;
  const is_staff = actor.role !== "customer";
  const { items, packagings, target_utilization_percent, separate_groups, support_percent } = contents;
  return {
    ...buildPlanMembers(plan),
    order_id: plan.order_id,
    packages: solution?.totals.packages ?? null,
    unpacked: solution === null ? null : countPieces(solution.unpacked),
    outer_volume_mm3: solution?.totals.outer_volume_mm3 ?? null,
    pieces: countPieces(items),
    applied_at: plan.applied_at,
    items,
    packagings: showPackagings(actor, packagings),
    target_utilization_percent,
    separate_groups,
    support_percent,
    progress:
      progress === null
        ? null
        : {
            packages: progress.packages,
            outer_volume_mm3: progress.outer_volume_mm3,
            unpacked: progress.unpacked,
            ...buildSearchProgress(progress),
          },
    result: solution === null ? null : buildResult(context, contents, solution, plan.options),
    applied_parcels: plan.applied_parcels ?? [],
    actual: actual.map((row) => buildActual(row, plan)),
    can: {
      change: isPossible("changed", plan),
      solve: isPossible("solved", plan),
      cancel: isPossible("cancelled", plan),
      apply: is_staff && plan.order_id !== null && isPossible("applied", plan),
      record: is_staff && isPossible("recorded", plan),
    },
  };
}

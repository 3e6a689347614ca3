/** Loading plans: what one is, how it is locked, stored, solved and shown. */
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
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type NewRow, type Row } from "#operation/define/record.ts";
import type {
  LoadingProgress,
  LoadingSolution,
  LoadedSpace as SolvedSpace,
} from "#solvers/loading/problem.ts";
import { messages } from "../messages.ts";
import {
  buildProblem,
  describeReason,
  isPossible,
  type LeftReason,
  type PlanState,
  type Step,
} from "../rules.ts";
import type { LoadedItem, LoadedSpace, LoadingPlan, LoadingPlanSummary, PlanSpace } from "../shapes.ts";
import { loadingSolver } from "../solver.ts";
import { buildScan, type LoadingScanRow } from "./loading-scan.ts";

/** What is loaded into what. `ref` of an item and of a space is its id for the solver. */
export interface PlanContents {
  items: LoadedItem[];
  spaces: PlanSpace[];
  separate_groups: [string, string][];
  /** Percent of an item's base that rests on the floor or on items. */
  support_percent: number;
}

export interface LoadingPlanRow extends Row<"loading_plan"> {
  state: PlanState;
  contents: PlanContents;
  options: PlanOptions;
  /** SHA-256 of the problem: the same contents have the same hash. */
  inputs_hash: string;
  progress: LoadingProgress | null;
  solution: LoadingSolution | null;
}

export const LoadingPlanRecord = defineRecord<"loading_plan", LoadingPlanRow>(
  "loading_plan",
  messages.unknown_plan,
);

export const stepRefusals = { invalid_state: "conflict", plan_locked: "conflict" } as const;

/** Refuses `not_found`. */
export const getPlan = LoadingPlanRecord.get;

/** Locked until the end of the transaction. Refuses `not_found`, and what cannot be done in its state. */
export async function lockPlan(
  context: Context<keyof typeof stepRefusals>,
  id: number,
  step: Step,
): Promise<LoadingPlanRow> {
  const plan = await LoadingPlanRecord.getLocked(context, id);
  refuseStep(context, plan, step);
  return plan;
}

export function refuseStep(
  { refuse }: Context<keyof typeof stepRefusals>,
  plan: LoadingPlanRow,
  step: Step,
): void {
  if (isPossible(step, plan)) return;
  if (plan.locked_at !== null) throw refuse("plan_locked", { message: messages.plan_locked });
  throw refuse("invalid_state", {
    message: messages.invalid_state,
    values: { state: plan.state, done: step },
  });
}

export async function insertPlan(
  context: Context<never>,
  plan: Pick<NewRow<"loading_plan", LoadingPlanRow>, "name" | "route_id" | "contents" | "options">,
): Promise<LoadingPlanRow> {
  const row = await LoadingPlanRecord.insert(context, {
    ...buildNewPlan(context, loadingSolver.withDefaults, buildProblem, plan),
    route_id: plan.route_id,
  });
  context.emit({
    subject: { type: "loading_plan", id: row.id, is_new: true },
    kind: "loading.plan_created",
    payload: { route_id: row.route_id },
    after: { state: row.state },
  });
  return row;
}

/** Ends a solve: with a load, cancelled, or failed. */
export async function storeOutcome(
  context: Context<never>,
  plan: LoadingPlanRow,
  outcome: Outcome<LoadingSolution>,
): Promise<LoadingPlanRow> {
  const after = await LoadingPlanRecord.change(context, plan, {
    ...buildOutcomeChanges(context, loadingSolver, plan, outcome),
    is_edited: false,
  });
  const { state, solution } = after;
  context.emit({
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
  return after;
}

export function showSpace(
  { space_id, placements, metrics }: SolvedSpace,
  index: number,
): Static<typeof LoadedSpace> {
  return {
    space_no: index + 1,
    space: space_id,
    metrics: {
      items: metrics.items,
      weight_g: metrics.weight_g,
      fill_percent: metrics.fill_percent,
      centre_of_gravity: metrics.centre_of_gravity,
      offset_percent: metrics.offset_percent,
      axle_loads: metrics.axle_loads ?? [],
      floor_load_kg_m2: Math.round(metrics.floor_load_g_m2 / 1000),
    },
    placements: placements.map(({ item_id, step, ...at }, n) => ({
      piece_no: n + 1,
      step,
      item: item_id,
      ...at,
    })),
  };
}

function buildResult(
  context: Pick<Context, "say">,
  { contents, solution, options }: LoadingPlanRow,
): Static<typeof LoadingPlan>["result"] {
  if (solution === null) return null;
  const { totals } = solution;
  return {
    spaces: solution.spaces.map(showSpace),
    unplaced: buildLeftItems<LeftReason>(context, solution.unplaced, contents.items, describeReason),
    totals: {
      spaces: totals.spaces,
      pieces: totals.items,
      volume_mm3: totals.volume_mm3,
      weight_g: totals.weight_g,
    },
    volume_bound_mm3: solution.volume_bound_mm3,
    spaces_bound: solution.spaces_bound,
    gap_percent: solution.gap_percent,
    ...buildSearchResult(solution, options),
  };
}

/** What a list shows of a plan, without its contents. */
export type PlanSummaryRow = Static<typeof LoadingPlanSummary>;

/** The fill of all spaces used, by their free inside. */
function computeFill({ solution }: Pick<LoadingPlanRow, "solution">): number | null {
  if (solution === null || solution.spaces.length === 0) return null;
  const free = solution.spaces.reduce(
    (sum, { metrics }) =>
      sum + (metrics.fill_percent > 0 ? (100 * metrics.volume_mm3) / metrics.fill_percent : 0),
    0,
  );
  return free === 0 ? 0 : Math.round((1000 * solution.totals.volume_mm3) / free) / 10;
}

export function buildPlanView(
  context: Pick<Context, "say">,
  plan: LoadingPlanRow,
  scans: readonly LoadingScanRow[],
): Static<typeof LoadingPlan> {
  const { contents, solution, progress } = plan;
  return {
    ...buildPlanMembers(plan),
    route_id: plan.route_id,
    spaces_used: solution?.totals.spaces ?? null,
    unplaced: solution === null ? null : countPieces(solution.unplaced),
    fill_percent: computeFill(plan),
    weight_g: solution?.totals.weight_g ?? null,
    pieces: countPieces(contents.items),
    locked_at: plan.locked_at,
    executed_at: plan.executed_at,
    items: contents.items,
    spaces: contents.spaces,
    separate_groups: contents.separate_groups,
    support_percent: contents.support_percent,
    progress:
      progress === null
        ? null
        : {
            spaces: progress.spaces,
            volume_mm3: progress.volume_mm3,
            volume_bound_mm3: progress.volume_bound_mm3,
            unplaced: progress.unplaced,
            ...buildSearchProgress(progress),
          },
    result: buildResult(context, plan),
    scanned: scans.filter(({ deviation }) => deviation === null || deviation === "out_of_order").length,
    deviations: scans.filter(({ deviation }) => deviation !== null).map(buildScan),
    can: {
      change: isPossible("changed", plan),
      solve: isPossible("solved", plan),
      cancel: isPossible("cancelled", plan),
      move: isPossible("moved", plan),
      lock: isPossible("locked", plan),
      unlock: isPossible("unlocked", plan) && scans.length === 0,
      scan: isPossible("scanned", plan),
    },
  };
}

import { randomFrom } from "../random.ts";
import { type Budget, startBudget } from "../search-budget.ts";
import { prepareSearch } from "./beam.ts";
import { computeLowerBound } from "./bound.ts";
import { improve } from "./improve.ts";
import { compile } from "./model.ts";
import { computeContinuousBound } from "./multisets.ts";
import { buildPlan, isBetter, type Plan } from "./plan.ts";
import {
  InvalidPackingProblem,
  type PackingOptions,
  type PackingProblem,
  type PackingSolution,
} from "./problem.ts";
import { checkTypesAlone, computeTotals, describePackages, describeUnpacked } from "./solution.ts";
import { packIntoStock, startGreedily } from "./start.ts";

/** Packages that are filled together. */
const TOGETHER_MAX = 24;

/**
 * Packs items into packages: as much as fits by volume, then the least total outer volume, then the fewest packages, then the
 * least cost. The same problem, seed and number of iterations give the same solution.
 *
 * Synchronous; ends by itself when the search is exhausted, at the latest at the limit. Memory grows with the number of
 * distinct packages. Refuses `InvalidPackingProblem`.
 */
export function solve(problem: PackingProblem, options: PackingOptions): PackingSolution {
  checkOptions(options);
  const started = options.now();
  const model = compile(problem);
  const alone = checkTypesAlone(model);
  const items = Int32Array.from(alone, (reason, type) => (reason === null ? model.quantity[type]! : 0));
  const bound = computeContinuousBound(model, items);
  let plan: Plan = buildPlan(model, [], items);
  const budget: Budget = startBudget(options, () => report(options, plan, bound, budget), started);
  const search = prepareSearch(model, TOGETHER_MAX, randomFrom(options.seed), budget.spend, budget.isOver);
  plan = startGreedily(search, items);
  if (plan.score.leftVolume > 0 && !budget.isOver()) {
    const other = packIntoStock(search, items, TOGETHER_MAX);
    if (other !== null && isBetter(other.score, plan.score)) plan = other;
  }
  report(options, plan, bound, budget);
  const isTimeUp = budget.isOver();
  if (items.some((count) => count > 0)) {
    improve(search, plan, items, (better) => {
      plan = better;
    });
  }
  const packages = describePackages(model, plan);
  const isComplete = plan.score.leftVolume === 0;
  const lower = computeLowerBound(model, items, isComplete ? plan.score.outer : Infinity);
  const unpacked = describeUnpacked(model, plan.remainingCounts, alone, plan, isTimeUp);
  return {
    packages,
    unpacked,
    totals: computeTotals(packages, plan),
    lower_bound_mm3: lower,
    optimal: unpacked.length === 0 && plan.score.outer <= lower,
    iterations: budget.iteration,
    elapsed_ms: budget.elapsed(),
    cancelled: budget.cancelled,
  };
}

function checkOptions({ seed, time_limit_ms, iterations }: PackingOptions): void {
  if (!Number.isFinite(seed)) throw new InvalidPackingProblem("options.seed must be a number");
  if (time_limit_ms !== undefined && !(time_limit_ms > 0)) {
    throw new InvalidPackingProblem("options.time_limit_ms must be above 0");
  }
  if (iterations !== undefined && !(iterations >= 1)) {
    throw new InvalidPackingProblem("options.iterations must be 1 or more");
  }
  if (time_limit_ms === undefined && iterations === undefined) {
    throw new InvalidPackingProblem("options needs time_limit_ms or iterations");
  }
}

function report(options: PackingOptions, plan: Plan, bound: number, budget: Budget): void {
  if (options.onProgress === undefined) return;
  options.onProgress({
    packages: plan.packages.length,
    outer_volume_mm3: plan.score.outer,
    lower_bound_mm3: bound,
    unpacked: plan.remainingCounts.reduce((sum, count) => sum + count, 0),
    elapsed_ms: budget.elapsed(),
    iteration: budget.iteration,
  });
}

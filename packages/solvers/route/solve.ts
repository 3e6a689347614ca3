import { randomFrom } from "../random.ts";
import { buildTerms, sumTotals } from "./answer-terms.ts";
import { findLargestJobShare, getBalanceMode } from "./balance.ts";
import { type Budget, startBudget } from "./budget.ts";
import { addAbsent, beginChange, emptyPlan, restorePlan } from "./changes.ts";
import { placeLockedSequences } from "./locked-sequences.ts";
import { compile, DELIVERY, type Model, PICKUP } from "./model.ts";
import { computeScore, priceAllRoutes, sumOfPrices } from "./objective.ts";
import type { Plan } from "./plan.ts";
import {
  InvalidRouteProblem,
  type RouteProblem,
  type RouteSolution,
  type SolveOptions,
  type UnassignedReason,
} from "./problem.ts";
import { checkJobsAlone } from "./reasons.ts";
import { insertAllAbsent, startFromSavings } from "./savings.ts";
import { emptyScore, isBetter } from "./score.ts";
import { prepareSearch, type Search } from "./search.ts";
import { anneal, type Best, fitIntoFewestVehicles, saveBest } from "./sisr.ts";
import { describeRoute, outlineRoutes } from "./solution.ts";
import { startFromRoutes } from "./start-from-routes.ts";

const DEFAULT_BALANCE_STRENGTH = 4;

/**
 * Plans routes for a problem: required jobs first, then the fewest vehicles if asked, then the least distance,
 * time or cost with the price of imbalance. The same problem, seed and number of iterations give the same
 * solution.
 *
 * Runs until the limit, synchronously; memory is two matrices and 100 neighbours a visit. The first plan is
 * ready after finding the nearest visits, n² steps, and n log n savings. Refuses `InvalidRouteProblem`.
 */
export function solve(problem: RouteProblem, options: SolveOptions): RouteSolution {
  checkOptions(options);
  const started = options.now();
  const model = compile(problem);
  const alone = checkJobsAlone(model);
  const plan = emptyPlan(model);
  const misplaced = new Set(placeLockedSequences(plan, (job) => alone[job] === null));
  const isExcluded = (job: number) => alone[job] !== null || misplaced.has(job);
  for (let job = 0; job < model.jobs; job++) {
    if (plan.route[model.nodeOf[job]!]! < 0 && !isExcluded(job)) addAbsent(plan, job);
  }
  const search = prepareSearch(plan, randomFrom(options.seed));
  const mode = getBalanceMode(plan);
  if (mode !== "none") search.largestJobShare = findLargestJobShare(model, mode, isExcluded);
  search.exchange = options.exchange;
  if (options.vehicles_max !== undefined) search.vehiclesMax = options.vehicles_max;
  if (options.initial !== undefined) {
    startFromRoutes(plan, options.initial);
    insertAllAbsent(search);
  } else startFromSavings(search);

  const best: Best = { next: plan.next.slice(), score: emptyScore(), isExcluded, balancePrice: 0 };
  saveBest(search, best);
  if (mode !== "none") {
    best.balancePrice =
      (problem.objective?.balance?.strength ?? DEFAULT_BALANCE_STRENGTH) * sumOfPrices(plan);
    saveBest(search, best);
  }

  const budget = startBudget(options, started, (spent) => report(options, model, best, spent));
  report(options, model, best, budget);
  if ((options.engine ?? "sisr") === "sisr" && model.jobs > 0 && model.vehicles > 0) {
    search.openingFactor = model.kinds > 1 && !model.fewestFirst ? 1 : Infinity;
    fitIntoFewestVehicles(search, budget, best);
    anneal(search, budget, best);
  }
  return answer(search, best, alone, misplaced, budget);
}

function checkOptions({ engine, seed, time_limit_ms, iterations }: SolveOptions): void {
  if (!Number.isFinite(seed)) throw new InvalidRouteProblem("options.seed must be a number");
  if (time_limit_ms !== undefined && !(time_limit_ms > 0)) {
    throw new InvalidRouteProblem("options.time_limit_ms must be above 0");
  }
  if (iterations !== undefined && !(iterations >= 0)) {
    throw new InvalidRouteProblem("options.iterations must be 0 or more");
  }
  if (engine !== "savings" && time_limit_ms === undefined && iterations === undefined) {
    throw new InvalidRouteProblem("options needs time_limit_ms or iterations");
  }
}

function report(options: SolveOptions, model: Model, best: Best, budget: Budget): void {
  if (options.onProgress === undefined) return;
  const routes = outlineRoutes(model, best.next);
  const assigned = routes.reduce((sum, route) => sum + route.job_ids.length, 0);
  options.onProgress({
    best_cost: best.score.value,
    vehicles: routes.length,
    unassigned: model.jobs - assigned,
    elapsed_ms: budget.elapsed(),
    iteration: budget.iteration,
    ...(options.progress_routes === true && { routes }),
  });
}

/** Why a job that would fit alone is in no route of this plan. */
function reasonInPlan(plan: Plan, job: number): UnassignedReason {
  const { model } = plan;
  if (model.prize[job] !== Infinity) return "prize_below_cost";
  const { capacities, kinds } = model;
  for (let vehicle = 0; vehicle < model.vehicles; vehicle++) {
    if (model.allowed[job * kinds + model.kindOf[vehicle]!] === 0) continue;
    if (model.tied[job]! >= 0 && model.tied[job] !== vehicle) continue;
    let roomy = true;
    for (let k = 0; k < capacities; k++) {
      const least = leastLoad(plan, vehicle, k, model.role[model.nodeOf[job]!]!);
      if (least + model.amount[job * capacities + k]! > model.capacity[vehicle * capacities + k]!)
        roomy = false;
    }
    if (roomy) return "fleet_exhausted";
  }
  return "capacity_exhausted";
}

/**
 * The lowest load that this job would add to: a delivery on leaving the start, a pickup at the end, a pair
 * anywhere.
 */
function leastLoad(plan: Plan, vehicle: number, k: number, role: number): number {
  const { model, onBoard } = plan;
  const { capacities } = model;
  if (!model.mixedLoads) return plan.load[vehicle * capacities + k]!;
  const start = model.visits + vehicle;
  const end = start + model.vehicles;
  if (role === DELIVERY) return onBoard[start * capacities + k]!;
  if (role === PICKUP) return onBoard[plan.prev[end]! * capacities + k]!;
  let least = Infinity;
  for (let node = start; node !== end; node = plan.next[node]!)
    least = Math.min(least, onBoard[node * capacities + k]!);
  return least;
}

function answer(
  search: Search,
  best: Best,
  alone: (UnassignedReason | null)[],
  misplaced: Set<number>,
  budget: Budget,
): RouteSolution {
  const { plan, model } = search;
  const { problem } = model;
  restorePlan(plan, best.next, best.isExcluded);
  // A last insertion without blinks, so that no reason is reported for a job that does fit.
  beginChange(plan);
  search.openingFactor = Infinity;
  search.prizeFactor = 1;
  if (plan.absentCount > 0) insertAllAbsent(search);
  priceAllRoutes(plan);
  computeScore(search, sumOfPrices(plan), best.balancePrice, search.score);
  if (isBetter(search.score, best.score, 0)) saveBest(search, best);
  else restorePlan(plan, best.next, best.isExcluded);

  const routes = problem.vehicles.flatMap((_, v) => (plan.count[v]! > 0 ? [describeRoute(plan, v)] : []));
  const unassigned = problem.jobs.flatMap((job, j) => {
    if (plan.route[model.nodeOf[j]!]! >= 0) return [];
    const reason = alone[j] ?? (misplaced.has(j) ? "locked_sequence_infeasible" : reasonInPlan(plan, j));
    return [{ job_id: job.id, reason }];
  });
  const totals = sumTotals(routes, unassigned);
  return {
    routes,
    unassigned,
    totals,
    objective: buildTerms(problem, totals, unassigned, best.score, best.balancePrice),
    iterations: budget.iteration,
    elapsed_ms: budget.elapsed(),
    cancelled: budget.cancelled,
  };
}

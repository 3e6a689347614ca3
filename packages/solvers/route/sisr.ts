import { getBalanceMode } from "./balance.ts";
import type { Budget } from "./budget.ts";
import { beginChange, removeJob, restorePlan, rollBack, savePlan, saveRoute } from "./changes.ts";
import { takeBetter } from "./exchange.ts";
import type { Model } from "./model.ts";
import { computeScore, priceAllRoutes, repriceChanged, sumOfPrices } from "./objective.ts";
import { getNodes } from "./plan.ts";
import type { BalanceMode } from "./problem.ts";
import { recreate } from "./recreate.ts";
import { ruin } from "./ruin.ts";
import { ruinForBalance } from "./ruin-balance.ts";
import { ruinRoute } from "./ruin-route.ts";
import { emptyScore, isBetter, type Score, WEIGHT_SLACK } from "./score.ts";
import type { Search } from "./search.ts";

const BLINK_RATE = 0.01;
/** How often a whole route is removed, and how often an empty vehicle is offered below its price, unless the fewest come first. */
const ROUTE_SHARE = 0.05;
const OPENING_SHARE = 0.05;
/** The final temperature as a part of the start temperature. */
const COOLING = 0.01;
/** Sums of route prices are recomputed in full this often, so that rounding errors do not accumulate. */
const RESUM_EVERY = 8192;
/** Part of the limit spent on fitting in all jobs, and on reducing vehicles. */
const FITTING_SHARE = 0.4;
const FLEET_SHARE = 0.25;
/** With balance, how often work is exchanged between a long and short routes, wherever they are. */
const BALANCE_SHARE = 0.2;

/** The best plan so far and its score; the search itself also visits worse plans and returns to it. */
export type Best = {
  next: Int32Array;
  score: Score;
  isExcluded: (job: number) => boolean;
  balancePrice: number;
};

/** Start temperature: price of a typical short hop, scaled down for larger problems. */
function computeStartTemperature(search: Search): number {
  const { model, neighbours, neighbourCount } = search;
  const near = Math.min(10, neighbourCount);
  if (near === 0 || model.vehicles === 0) return 0;
  let perMetre = 0;
  let perSecond = 0;
  for (let vehicle = 0; vehicle < model.vehicles; vehicle++) {
    perMetre += model.perMetre[vehicle]! / model.vehicles;
    perSecond += model.perSecond[vehicle]! / model.vehicles;
  }
  let sum = 0;
  for (let node = 0; node < model.visits; node++) {
    for (let k = 0; k < near; k++) {
      const arc = model.place[node]! * model.places + model.place[neighbours[node * neighbourCount + k]!]!;
      sum += perMetre * model.distance[arc]! + perSecond * model.duration[arc]!;
    }
  }
  // Measured at 10 s; a large problem has no time to recover from a high temperature.
  const factor = model.visits <= 600 ? 2 : model.visits <= 1500 ? 1 : 1500 / model.visits;
  return (factor * sum) / (near * model.visits);
}

/** Saves the current plan as the best one. */
export function saveBest(search: Search, best: Best): void {
  priceAllRoutes(search.plan);
  computeScore(search, sumOfPrices(search.plan), best.balancePrice, best.score);
  savePlan(search.plan, best.next);
}

function restoreBest(search: Search, best: Best): void {
  restorePlan(search.plan, best.next, best.isExcluded);
  priceAllRoutes(search.plan);
}

/** Fewest vehicles that capacities and numbers of stops allow, the largest vehicles first. */
function countVehiclesMin(model: Model, isExcluded: (job: number) => boolean): number {
  let least = 1;
  const required: number[] = [];
  for (let job = 0; job < model.jobs; job++) {
    if (!isExcluded(job) && model.prize[job] === Infinity) required.push(job);
  }
  const cover = (total: number, sizes: Float64Array) => {
    let covered = 0;
    let count = 0;
    for (const size of sizes.sort().reverse()) {
      if (covered >= total) break;
      covered += size;
      count++;
    }
    least = Math.max(least, count);
  };
  for (let k = 0; k < model.capacities; k++) {
    for (const role of [0, 1]) {
      const kind = required.filter((job) => model.role[model.nodeOf[job]!] === role);
      const total = kind.reduce((sum, job) => sum + model.amount[job * model.capacities + k]!, 0);
      cover(
        total,
        Float64Array.from({ length: model.vehicles }, (_, v) => model.capacity[v * model.capacities + k]!),
      );
    }
  }
  const stops = required.reduce((sum, job) => sum + (model.partner[model.nodeOf[job]!]! < 0 ? 1 : 2), 0);
  cover(stops, model.maxStops.slice());
  return least;
}

/**
 * Empties the route whose jobs have the lowest count of failed insertions; false when all routes have fixed
 * stops.
 */
function emptyOneRoute(search: Search, absences: Float64Array): boolean {
  const { plan, model } = search;
  let chosenRoute = -1;
  let least = Infinity;
  for (let u = 0; u < plan.usedCount; u++) {
    const vehicle = plan.used[u]!;
    const nodes = getNodes(plan, vehicle);
    let sum = 0;
    for (let k = 0; k < plan.count[vehicle]!; k++) {
      const job = model.jobOf[nodes[k]!]!;
      sum += plan.fixed[nodes[k]!] === 1 || model.tied[job]! >= 0 ? Infinity : 1 + absences[job]!;
    }
    if (sum < least) {
      least = sum;
      chosenRoute = vehicle;
    }
  }
  if (chosenRoute < 0) return false;
  saveRoute(plan, chosenRoute);
  const jobs = new Set(
    Array.from(
      getNodes(plan, chosenRoute).subarray(0, plan.count[chosenRoute]!),
      (node) => model.jobOf[node]!,
    ),
  );
  for (const job of jobs) removeJob(plan, job);
  return true;
}

/**
 * Fits left-out required jobs in and, when the fewest vehicles come first, empties one route after another and
 * finds room for its jobs: plans are compared by how often the jobs they leave out have been left out before,
 * so that the search concentrates on jobs that are hard to place. Christiaens and Vanden Berghe (2020), section
 * 6.
 */
export function fitIntoFewestVehicles(search: Search, budget: Budget, best: Best): void {
  const { plan, model, random } = search;
  const { vehiclesMax } = search;
  const least = countVehiclesMin(model, best.isExcluded);
  const absences = new Float64Array(model.jobs);
  const temperature = computeStartTemperature(search);
  const current = { required: 0, sum: 0, value: 0 };
  const trial = { required: 0, sum: 0, value: 0 };
  const mode = getBalanceMode(plan);
  const sumAbsences = (into: typeof trial, base: number) => {
    into.required = 0;
    into.sum = 0;
    into.value = base;
    for (let k = 0; k < plan.absentCount; k++) {
      const job = plan.absent[k]!;
      if (model.prize[job] !== Infinity) continue;
      into.required += model.weight[job]!;
      into.sum += model.weight[job]! * (1 + absences[job]!);
    }
  };
  search.blinkRate = BLINK_RATE;
  restoreBest(search, best);
  sumAbsences(current, sumOfPrices(plan));
  const fitUntil = current.required === 0 ? 0 : FITTING_SHARE;
  const until = fitUntil + (model.fewestFirst ? FLEET_SHARE : 0);
  // In a mixed fleet the emptied vehicle may be the one that is needed: another is tried early enough.
  const patience = model.kinds > 1 ? 500 + 20 * model.visits : Infinity;
  let triedFor = 0;
  let isFitted = false;
  while (budget.used < until) {
    if (isFitted && ++triedFor > patience) {
      restoreBest(search, best);
      sumAbsences(current, sumOfPrices(plan));
    }
    if (!isFitted && (current.required === 0 || budget.used >= fitUntil)) {
      isFitted = true;
      restoreBest(search, best);
      sumAbsences(current, sumOfPrices(plan));
    }
    if (isFitted && current.required <= best.score.leftOut + WEIGHT_SLACK) {
      if (!model.fewestFirst || plan.usedCount <= least) break;
      search.vehiclesMax = plan.usedCount - 1;
      triedFor = 0;
      beginChange(plan);
      if (!emptyOneRoute(search, absences)) break;
      priceAllRoutes(plan);
      sumAbsences(current, sumOfPrices(plan));
    }
    if (!budget.spend()) break;
    if (takeBetter(search.exchange, budget, best)) {
      restoreBest(search, best);
      sumAbsences(current, sumOfPrices(plan));
      continue;
    }
    beginChange(plan);
    const ruined = ruin(search);
    if (ruined < 0) {
      rollBack(plan);
      continue;
    }
    recreate(search, ruined);
    sumAbsences(trial, current.value + repriceChanged(plan, mode));
    const isEasierToFit = trial.sum < current.sum || trial.required < current.required;
    const allowance = -temperature * 0.3 * Math.log(1 - random());
    const isAccepted =
      isEasierToFit || (trial.required <= current.required && trial.value < current.value + allowance);
    for (let k = 0; k < plan.absentCount; k++) absences[plan.absent[k]!]!++;
    if (!isAccepted) {
      rollBack(plan);
      continue;
    }
    Object.assign(current, trial);
    computeScore(search, current.value, best.balancePrice, search.score);
    if (isBetter(search.score, best.score, 0)) saveBest(search, best);
  }
  search.vehiclesMax = model.fewestFirst && isFitted ? best.score.vehicles : vehiclesMax;
}

/**
 * One more vehicle hardly ever pays off for the first job alone: now and then it is offered at a part of its price, so that
 * the next jobs may join it.
 */
function drawOpeningFactor({ model, random }: Search, mode: BalanceMode): number {
  // With balance an empty vehicle is there to take work from the longest route.
  const defaultFactor = model.kinds > 1 || mode !== "none" ? 1 : Infinity;
  return model.fewestFirst || random() >= OPENING_SHARE ? defaultFactor : random();
}

/** Removes some jobs; returns how many, or -1 when the change must be undone. */
function ruinSome(search: Search, mode: BalanceMode): number {
  const { model, plan, random } = search;
  if (mode !== "none" && plan.usedCount > 1 && random() < BALANCE_SHARE) return ruinForBalance(search);
  if (!model.fewestFirst && random() < ROUTE_SHARE) return ruinRoute(search);
  return ruin(search);
}

/**
 * Slack induction by string removals: strings of visits near one another are removed and reinserted greedily,
 * and the result is accepted or undone by simulated annealing that cools with the used budget. Stops when the
 * budget is used up. The best plan is in `best`. Christiaens and Vanden Berghe (2020), "Slack Induction by
 * String Removals for Vehicle Routing Problems", Transportation Science 54(2).
 */
export function anneal(search: Search, budget: Budget, best: Best): void {
  const { plan, random } = search;
  const mode = getBalanceMode(plan);
  const startTemperature = computeStartTemperature(search);
  const from = budget.used;
  search.blinkRate = BLINK_RATE;
  restoreBest(search, best);
  const current = emptyScore();
  const trial = emptyScore();
  computeScore(search, sumOfPrices(plan), best.balancePrice, current);
  let untilResum = RESUM_EVERY;
  let temperature = startTemperature;
  let cooledAt = -1;
  while (budget.spend()) {
    if (budget.used !== cooledAt) {
      cooledAt = budget.used;
      temperature = startTemperature * COOLING ** ((cooledAt - from) / Math.max(1e-9, 1 - from));
    }
    if (takeBetter(search.exchange, budget, best)) {
      restoreBest(search, best);
      computeScore(search, sumOfPrices(plan), best.balancePrice, current);
    }
    beginChange(plan);
    const ruined = ruinSome(search, mode);
    if (ruined < 0) {
      rollBack(plan);
      continue;
    }
    search.openingFactor = drawOpeningFactor(search, mode);
    recreate(search, ruined);
    computeScore(search, current.base + repriceChanged(plan, mode), best.balancePrice, trial);
    if (!isBetter(trial, current, -temperature * Math.log(1 - random()))) {
      rollBack(plan);
      continue;
    }
    Object.assign(current, trial);
    if (--untilResum === 0) {
      untilResum = RESUM_EVERY;
      current.base = sumOfPrices(plan);
    }
    if (isBetter(current, best.score, -1e-9)) {
      Object.assign(best.score, current);
      savePlan(plan, best.next);
    }
  }
}

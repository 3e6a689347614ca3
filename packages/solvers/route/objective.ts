import { nodesOf, type Plan } from "./plan.ts";
import type { BalanceMode } from "./problem.ts";
import { simulateRoute } from "./schedule.ts";
import type { Score } from "./score.ts";
import type { Search } from "./search.ts";

export function getBalanceMode(plan: Plan): BalanceMode {
  return plan.model.problem.objective?.balance?.mode ?? "none";
}

/** Price of a route in units of what is minimised, balance excluded, and its share of the work. */
function priceRoute(plan: Plan, vehicle: number, mode: BalanceMode): void {
  const { model } = plan;
  const count = plan.count[vehicle]!;
  if (count === 0) {
    plan.price[vehicle] = 0;
    plan.share[vehicle] = 0;
    return;
  }
  const perSecond = model.perSecond[vehicle]!;
  const metres = plan.metres[vehicle]!;
  let seconds = plan.seconds[vehicle]!;
  if (model.waits && (perSecond > 0 || mode === "by_time" || mode === "by_pay")) {
    const simulation = simulateRoute(model, vehicle, nodesOf(plan, vehicle), count);
    seconds = simulation.finish - simulation.departure;
  }
  plan.price[vehicle] = model.fixedPrice[vehicle]! + model.perMetre[vehicle]! * metres + perSecond * seconds;
  if (mode === "by_stops") plan.share[vehicle] = count;
  else if (mode === "by_time") plan.share[vehicle] = seconds;
  else if (mode === "by_pay") {
    const { fixed = 0, per_km = 0, per_hour = 0 } = model.problem.vehicles[vehicle]!.cost ?? {};
    plan.share[vehicle] = fixed + (per_km * metres) / 1000 + (per_hour * seconds) / 3600;
  }
}

export function priceAllRoutes(plan: Plan): void {
  const mode = getBalanceMode(plan);
  for (let vehicle = 0; vehicle < plan.model.vehicles; vehicle++) priceRoute(plan, vehicle, mode);
}

/** Prices the routes changed since `beginChange` and returns the change of their sum. */
export function repriceChanged(plan: Plan, mode: BalanceMode): number {
  const { undo } = plan;
  let change = 0;
  for (let k = 0; k < undo.vehicleCount; k++) {
    const vehicle = undo.vehicles[k]!;
    priceRoute(plan, vehicle, mode);
    change += plan.price[vehicle]! - undo.price[vehicle]!;
  }
  return change;
}

/**
 * Half the sum of deviations from the mean share of used vehicles, over the sum of shares: 0 when all have
 * equal shares.
 */
function computeImbalance(search: Search, balancePrice: number): number {
  const { plan, bias, random } = search;
  let sum = 0;
  let stops = 0;
  for (let k = 0; k < plan.usedCount; k++) {
    sum += plan.share[plan.used[k]!]!;
    stops += plan.count[plan.used[k]!]!;
  }
  if (!(sum > 0)) return 0;
  const mean = sum / plan.usedCount;
  // One stop of average size moves the imbalance by about half its part of the whole, up or down. The weight of
  // that is drawn between zero and three times as much, so that several stops may move together although the
  // first one alone does not pay off.
  const step = (random() * 3 * balancePrice) / (2 * stops);
  let deviation = 0;
  for (let k = 0; k < plan.usedCount; k++) {
    const above = plan.share[plan.used[k]!]! - mean;
    deviation += Math.abs(above);
    bias[plan.used[k]!] = (above > 0 ? 1 : -1) * step;
  }
  return deviation / (2 * sum);
}

/** Scores the plan whose routes sum up to `base`; linear in used vehicles and absent jobs. */
export function computeScore(search: Search, base: number, balancePrice: number, into: Score): void {
  const { plan, model } = search;
  into.leftOut = 0;
  into.prizesLost = 0;
  for (let k = 0; k < plan.absentCount; k++) {
    const job = plan.absent[k]!;
    if (model.prize[job] === Infinity) into.leftOut += model.weight[job]!;
    else into.prizesLost += model.prize[job]!;
  }
  into.vehicles = model.fewestFirst ? plan.usedCount : 0;
  into.base = base;
  into.imbalance = getBalanceMode(plan) === "none" ? 0 : computeImbalance(search, balancePrice);
  into.value = base + into.imbalance * balancePrice + into.prizesLost;
}

export function sumOfPrices(plan: Plan): number {
  let sum = 0;
  for (let vehicle = 0; vehicle < plan.model.vehicles; vehicle++) sum += plan.price[vehicle]!;
  return sum;
}

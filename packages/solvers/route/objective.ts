import { computeImbalance, computeShare, getBalanceMode } from "./balance.ts";
import { getNodes, type Plan } from "./plan.ts";
import type { BalanceMode } from "./problem.ts";
import { simulateRoute } from "./schedule.ts";
import type { Score } from "./score.ts";
import type { Search } from "./search.ts";

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
    const simulation = simulateRoute(model, vehicle, getNodes(plan, vehicle), count);
    seconds = simulation.finish - simulation.departure;
  }
  plan.price[vehicle] = model.fixedPrice[vehicle]! + model.perMetre[vehicle]! * metres + perSecond * seconds;
  if (mode !== "none")
    plan.share[vehicle] = computeShare(model, vehicle, mode, { stops: count, metres, seconds });
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

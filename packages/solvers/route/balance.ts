import type { Model } from "./model.ts";
import type { Plan } from "./plan.ts";
import type { BalanceMode } from "./problem.ts";
import { simulateRoute } from "./schedule.ts";
import type { Search } from "./search.ts";

/** The longest route is asked to be at most this many times the mean. */
const SPREAD_MAX = 1.1;
/** What evenness below that limit weighs, beside work above it. */
const EVENNESS_WEIGHT = 0.025;

export function getBalanceMode(plan: Plan): BalanceMode {
  return plan.model.problem.objective?.balance?.mode ?? "none";
}

/** A route's share of the work: stops, seconds with waiting, or what the driver is paid. */
export function computeShare(model: Model, vehicle: number, mode: BalanceMode, work: Work): number {
  if (mode === "by_stops") return work.stops;
  if (mode === "by_time") return work.seconds;
  const { fixed = 0, per_km = 0, per_hour = 0 } = model.problem.vehicles[vehicle]!.cost ?? {};
  return fixed + (per_km * work.metres) / 1000 + (per_hour * work.seconds) / 3600;
}

type Work = { stops: number; metres: number; seconds: number };

/**
 * The largest share that some job needs alone on the vehicle where it needs least: no plan has a longest route below
 * it, so balance does not ask for one. Jobs that fit on no vehicle do not count. Waiting is not counted either.
 */
export function findLargestJobShare(
  model: Model,
  mode: BalanceMode,
  isExcluded: (job: number) => boolean,
): number {
  const vehicleOfKind = Array.from({ length: model.kinds }, (_, kind) => model.kindOf.indexOf(kind));
  let largest = 0;
  for (let job = 0; job < model.jobs; job++) {
    if (isExcluded(job)) continue;
    const node = model.nodeOf[job]!;
    const stops = model.partner[node]! < 0 ? 1 : 2;
    let least = Infinity;
    for (const vehicle of vehicleOfKind) {
      const { distance, travel, service } = simulateRoute(model, vehicle, [node, node + 1], stops);
      const work = { stops, metres: distance, seconds: travel + service };
      least = Math.min(least, computeShare(model, vehicle, mode, work));
    }
    if (least < Infinity) largest = Math.max(largest, least);
  }
  return largest;
}

/**
 * How uneven the shares of used vehicles are: the sum of what exceeds the limit, as a part of the mean share, plus a
 * fortieth of half the sum of deviations from the mean, over the sum. The limit is 1.1 times the mean, or what the
 * largest job needs. Sets `bias`, the price of one more stop of average size on each vehicle.
 */
export function computeImbalance(search: Search, balancePrice: number): number {
  const { plan, bias, random, largestJobShare } = search;
  let sum = 0;
  let stops = 0;
  bias.fill(0);
  for (let k = 0; k < plan.usedCount; k++) {
    sum += plan.share[plan.used[k]!]!;
    stops += plan.count[plan.used[k]!]!;
  }
  if (!(sum > 0)) return 0;
  const mean = sum / plan.usedCount;
  const limit = Math.max(SPREAD_MAX * mean, largestJobShare);
  const stop = sum / stops;
  // The weight of balance for one insertion is drawn between zero and twice its price, sometimes ten times,
  // so that several stops may move together although the first one alone does not pay off.
  const weight = random() * (random() < 0.2 ? 10 : 2) * balancePrice;
  let deviation = 0;
  let excess = 0;
  for (let k = 0; k < plan.usedCount; k++) {
    const vehicle = plan.used[k]!;
    const share = plan.share[vehicle]!;
    const above = Math.max(0, share - limit);
    deviation += Math.abs(share - mean);
    excess += above;
    const growth = (Math.max(0, share + stop - limit) - above) / mean;
    const evening = (EVENNESS_WEIGHT * stop) / (2 * sum);
    bias[vehicle] = weight * (growth + (share > mean ? evening : -evening));
  }
  return excess / mean + (EVENNESS_WEIGHT * deviation) / (2 * sum);
}

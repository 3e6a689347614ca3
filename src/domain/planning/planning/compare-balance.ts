/** What balancing a plan costs and what it evens out. Pure. */
import type { BalanceMode, Route, RouteSolution } from "#solvers/route/problem.ts";

/** Figures of one of the two plans; the cost is in minor units. */
interface BalanceFigures {
  distance_m: number;
  duration_s: number;
  cost_minor: number;
  vehicles: number;
  unassigned: number;
  /** The longest route's share of the balanced work over the mean share; 1 when all are equal. */
  spread: number;
}

export interface BalanceComparison {
  /** This plan minus the one without balance. */
  distance_m: number;
  duration_s: number;
  vehicles: number;
  unassigned: number;
  /** Absent, as the members below, in plans from before costs and spreads were compared. */
  cost_minor?: number;
  balanced?: BalanceFigures;
  unbalanced?: BalanceFigures;
}

/** Rounded: metres, seconds and minor units to whole numbers, the spread to thousandths. */
export function compareBalance(
  mode: BalanceMode,
  balanced: RouteSolution,
  unbalanced: RouteSolution,
): BalanceComparison {
  const [one, other] = [describeBalance(mode, balanced), describeBalance(mode, unbalanced)];
  return {
    distance_m: one.distance_m - other.distance_m,
    duration_s: one.duration_s - other.duration_s,
    cost_minor: one.cost_minor - other.cost_minor,
    vehicles: one.vehicles - other.vehicles,
    unassigned: one.unassigned - other.unassigned,
    balanced: one,
    unbalanced: other,
  };
}

function describeBalance(mode: BalanceMode, { routes, totals }: RouteSolution): BalanceFigures {
  const share = (route: Route) =>
    mode === "by_stops" ? route.stops.length : mode === "by_pay" ? route.cost : route.duration_s;
  return {
    distance_m: Math.round(totals.distance_m),
    duration_s: Math.round(totals.duration_s),
    cost_minor: Math.round(totals.cost),
    vehicles: totals.vehicles,
    unassigned: totals.unassigned,
    spread: Math.round(computeSpread(routes.map(share)) * 1000) / 1000,
  };
}

/** The largest share over the mean share; 1 when all are equal, or there are none. */
function computeSpread(shares: readonly number[]): number {
  const sum = shares.reduce((total, share) => total + share, 0);
  return sum > 0 ? (Math.max(...shares) * shares.length) / sum : 1;
}

/**
 * What a balanced plan is compared with: the plan without balance, or itself when it is at least as good with balance
 * ignored. A search with the same number of iterations may find a worse plan, and balancing would seem to save kilometres.
 */
export function chooseComparedPlan<S extends Pick<RouteSolution, "objective">>(
  unbalanced: S,
  balanced: S,
  fewest_vehicles_first: boolean,
): S {
  const terms = ({ objective }: S) => [
    objective.required_unassigned_weight,
    fewest_vehicles_first ? objective.vehicles : 0,
    objective.base + objective.prizes_lost,
  ];
  const [one, other] = [terms(unbalanced), terms(balanced)];
  const at = one.findIndex((term, index) => term !== other[index]);
  return at === -1 || (other[at] ?? 0) < (one[at] ?? 0) ? balanced : unbalanced;
}

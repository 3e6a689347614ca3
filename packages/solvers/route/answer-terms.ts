import type { Route, RouteProblem, RouteSolution, Totals } from "./problem.ts";
import type { Score } from "./score.ts";

export function sumTotals(routes: readonly Route[], unassigned: RouteSolution["unassigned"]): Totals {
  const sum = (field: "distance_m" | "duration_s" | "travel_s" | "service_s" | "waiting_s" | "cost") =>
    routes.reduce((total, route) => total + route[field], 0);
  return {
    vehicles: routes.length,
    stops: routes.reduce((total, route) => total + route.stops.length, 0),
    distance_m: sum("distance_m"),
    duration_s: sum("duration_s"),
    travel_s: sum("travel_s"),
    service_s: sum("service_s"),
    waiting_s: sum("waiting_s"),
    cost: sum("cost"),
    unassigned: unassigned.length,
  };
}

/** The terms of the objective; the imbalance is that of `score`. */
export function buildTerms(
  problem: RouteProblem,
  totals: Totals,
  unassigned: RouteSolution["unassigned"],
  score: Score,
  balance_price: number,
): RouteSolution["objective"] {
  const minimised = problem.objective?.minimise ?? "distance";
  const base = { distance: totals.distance_m, time: totals.duration_s, cost: totals.cost }[minimised];
  const unassigned_ids = new Set(unassigned.map((job) => job.job_id));
  let required_unassigned_weight = 0;
  let prizes_lost = 0;
  for (const job of problem.jobs) {
    if (!unassigned_ids.has(job.id)) continue;
    if (job.prize === undefined) required_unassigned_weight += job.priority ?? 1;
    else prizes_lost += job.prize;
  }
  const balance = balance_price * score.imbalance;
  return {
    required_unassigned_weight,
    vehicles: totals.vehicles,
    minimised,
    base,
    balance,
    balance_price,
    imbalance: score.imbalance,
    prizes_lost,
    value: base + balance + prizes_lost,
  };
}

/** From a day to a plan: build the problem, solve it, have the answer checked. Nothing is written. */
import { createHash } from "node:crypto";
import { canonicalJson } from "#operation/events.ts";
import type { RoadMatrix } from "#providers/matrices/port.ts";
import { check } from "#solvers/route/checker.ts";
import type { RouteProblem, RouteSolution } from "#solvers/route/problem.ts";
import { withDefaults } from "./options.ts";
import { type Explanation, type Plan, type Progress, planOf, progressOf } from "./plan.ts";
import type { ReadDay } from "./pool.ts";
import { buildProblem } from "./problem.ts";
import { type KeptProblem, keptProblem, onRoads } from "./roads.ts";
import { solveRoutes } from "./solver.ts";

export interface MadePlan {
  plan: Plan;
  explanation: Explanation;
  problem: KeptProblem;
  inputs_hash: string;
  cancelled: boolean;
}

export interface Watch {
  onProgress?: (progress: Progress) => void;
  isCancelled?: () => boolean;
  /** Looked at while the solver works; true ends it with the best plan so far. */
  isEnough?: () => boolean;
  /** Wait for the solver however long it takes; otherwise `SolverBusy` is refused. */
  patient?: boolean;
}

/** How long the road matrix may take: somebody waits on the line, or nobody does. */
const ROADS_MS = 30_000;
const ROADS_PATIENT_MS = 600_000;

/**
 * Plan a day; takes as long as its options allow, and as long as the road matrix takes where there is one. With a
 * balance the plan without it is made first, in half of the time, so that the price of evenness can be told; when that is
 * enough, it is the plan.
 * Throws `SolverBusy`, `UnsolvableProblem` and `RoadMatrixUnavailable`.
 *
 * An answer that the independent checker refuses is a bug and is thrown: such a plan must never be driven.
 */
export async function makePlan(day: ReadDay, roads: RoadMatrix | null, watch: Watch = {}): Promise<MadePlan> {
  const options = withDefaults(day.options);
  const straight = buildProblem(day);
  const built =
    roads === null
      ? straight
      : await onRoads(straight, roads, {
          time_limit_ms: watch.patient ? ROADS_PATIENT_MS : ROADS_MS,
          ...(watch.isCancelled === undefined ? {} : { isCancelled: watch.isCancelled }),
        });
  const { problem } = built;
  const isEnough = () => watch.isEnough?.() === true;
  const limit_ms = options.time_limit_s * 1000;
  const solve = async (of: RouteProblem, time_limit_ms: number): Promise<RouteSolution> => {
    const solution = await solveRoutes({
      problem: of,
      options: {
        engine: options.engine,
        seed: options.seed,
        time_limit_ms,
        progress_routes: watch.onProgress !== undefined,
      },
      patient: watch.patient === true,
      isCancelled: () => watch.isCancelled?.() === true || isEnough(),
      ...(watch.onProgress === undefined
        ? {}
        : { onProgress: (progress) => watch.onProgress?.(progressOf(progress, built)) }),
    });
    const violations = check(of, solution);
    if (violations.length > 0) {
      throw new Error(`The solver's answer breaks its problem: ${JSON.stringify(violations.slice(0, 10))}`);
    }
    return solution;
  };
  const is_balanced = options.balance !== "none";
  const { balance: _balance, ...objective } = problem.objective ?? {};
  const first = is_balanced ? await solve({ ...problem, objective }, limit_ms / 2) : null;
  const solution =
    first !== null && isEnough() ? first : await solve(problem, is_balanced ? limit_ms / 2 : limit_ms);
  const unbalanced = solution === first ? null : first;
  const plan = planOf(day, built, solution, {
    unplannable: day.unplannable,
    known_route_ids: day.known_route_ids,
    unbalanced,
  });
  const reasons: Record<string, number> = {};
  for (const { reason } of plan.unassigned) reasons[reason] = (reasons[reason] ?? 0) + 1;
  const kept = keptProblem(built, roads?.name ?? "straight_line");
  return {
    plan,
    problem: kept,
    inputs_hash: createHash("sha256").update(canonicalJson(kept)).digest("hex"),
    cancelled: solution.cancelled,
    explanation: {
      engine: options.engine,
      objective: solution.objective,
      unbalanced: unbalanced?.objective ?? null,
      iterations: solution.iterations,
      elapsed_ms: Math.round(solution.elapsed_ms),
      orders_considered: day.orders.length + day.unplannable.length,
      drivers_considered: day.drivers.length,
      reasons,
    },
  };
}

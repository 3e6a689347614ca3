/** Computes the plan of a day: builds the problem, solves it and checks the solution. Nothing is written. */
import { createHash } from "node:crypto";
import { canonicalJson } from "#operation/records/events.ts";
import type { RoadMatrix } from "#providers/matrices/port.ts";
import type { RouteProblem, RouteProgress, RouteSolution } from "#solvers/route/problem.ts";
import { chooseComparedPlan } from "./compare-balance.ts";
import { withDefaults } from "./options.ts";
import { buildPlan, describeProgress, type Explanation, type Plan, type Progress } from "./plan.ts";
import type { LoadedDay } from "./pool.ts";
import { buildProblem } from "./problem.ts";
import { buildStoredProblem, checkRoadAddresses, type StoredProblem, withRoadMatrix } from "./roads.ts";
import { solveRoutes, solverQueue } from "./solver.ts";
import { computeSolverSeconds, type QueuedPlan, type SolverQueuePosition } from "./solver-queue.ts";

export interface ComputedPlan {
  plan: Plan;
  explanation: Explanation;
  problem: StoredProblem;
  inputs_hash: string;
}

export interface PlanningCallbacks {
  onProgress?: (progress: Progress) => void;
  /** Cancels planning: when aborted, it stops at once and `buildPlan` rejects with the reason. */
  signal?: AbortSignal;
  /** Polled while the solver works; true ends it with the best plan so far. */
  isEnough?: () => boolean;
  /** Who has a limit of plans at once of their own, besides that of the business: an agent's token. */
  caller?: string;
  /** No caller is waiting for the response: the plan has already waited in the job queue, and may take long. */
  is_background?: boolean;
  /** Called once with a function that returns the position among the plans that wait for the solver of this process. */
  onAdmitted?: (place: () => SolverQueuePosition | null) => void;
}

/** How long the road matrix may take: for a synchronous request, and in the background. */
const MATRIX_TIMEOUT_MS = 30_000;
const MATRIX_TIMEOUT_BACKGROUND_MS = 600_000;

/**
 * Plan a day; takes as long as its options allow, plus the time of the road matrix where there is one. With a
 * balance, half of the time is for the plan and the other half for one without balance and with the same number of search
 * iterations, so that the cost of balancing can be shown. It is not shown when planning was ended early, before both were done.
 * Throws `TooManyPlans`, `UnsolvableProblem` and `RoadMatrixUnavailable`.
 *
 * A solution that the independent checker rejects is a bug and is thrown: no route may be created from it.
 */
export async function computePlan(
  business_id: number,
  day: LoadedDay,
  roads: RoadMatrix | null,
  watch: PlanningCallbacks = {},
): Promise<ComputedPlan> {
  const { engine, time_limit_s } = withDefaults(day.options);
  const place = solverQueue.admit(
    business_id,
    computeSolverSeconds(engine, time_limit_s),
    watch.is_background === true,
    watch.caller,
  );
  watch.onAdmitted?.(place.place);
  try {
    return await solveAndBuildPlan(place, day, roads, watch);
  } finally {
    place.leave();
  }
}

const NEVER = new AbortController().signal;

async function solveAndBuildPlan(
  place: QueuedPlan,
  day: LoadedDay,
  roads: RoadMatrix | null,
  watch: PlanningCallbacks,
): Promise<ComputedPlan> {
  const options = withDefaults(day.options);
  const { signal = NEVER } = watch;
  const straight = buildProblem(day);
  if (roads !== null) checkRoadAddresses(straight);
  const built =
    roads === null
      ? straight
      : await withRoadMatrix(straight, roads, {
          time_limit_ms: watch.is_background ? MATRIX_TIMEOUT_BACKGROUND_MS : MATRIX_TIMEOUT_MS,
          isCancelled: () => signal.aborted,
        });
  signal.throwIfAborted();
  const { problem } = built;
  const isEnough = () => watch.isEnough?.() === true;
  const limit_ms = options.time_limit_s * 1000;
  const solve = async (
    of: RouteProblem,
    limits: { time_limit_ms: number; iterations?: number },
    onProgress: ((progress: RouteProgress) => void) | undefined,
  ): Promise<RouteSolution> => {
    return await solveRoutes(place, {
      problem: of,
      options: {
        engine: options.engine,
        seed: options.seed,
        ...limits,
        progress_routes: onProgress !== undefined,
      },
      isEnough,
      signal,
      ...(onProgress === undefined ? {} : { onProgress }),
    });
  };
  const is_balanced = options.balance !== "none";
  const time_limit_ms = is_balanced ? limit_ms / 2 : limit_ms;
  let last_progress: Progress | undefined;
  const reportProgress = (progress: Progress) => {
    last_progress = progress;
    watch.onProgress?.(progress);
  };
  const has_progress_listener = watch.onProgress !== undefined;
  const solution = await solve(
    problem,
    { time_limit_ms },
    has_progress_listener ? (progress) => reportProgress(describeProgress(progress, built)) : undefined,
  );
  const unbalanced = is_balanced && !isEnough() ? await solveUnbalanced() : null;

  /** Progress still shows the balanced plan; only elapsed time and iterations advance. */
  async function solveUnbalanced(): Promise<RouteSolution | null> {
    const { balance: _balance, ...objective } = problem.objective ?? {};
    const first = last_progress;
    const route_solution = await solve(
      { ...problem, objective },
      { time_limit_ms, iterations: solution.iterations },
      first === undefined
        ? undefined
        : ({ elapsed_ms, iteration }) =>
            reportProgress({
              ...first,
              elapsed_ms: first.elapsed_ms + Math.round(elapsed_ms),
              iteration: first.iteration + iteration,
            }),
    );
    return isEnough() ? null : route_solution;
  }

  const compared =
    unbalanced === null
      ? null
      : chooseComparedPlan(unbalanced, solution, problem.objective?.fewest_vehicles_first === true);
  const plan = buildPlan(day, built, solution, {
    unplannable: day.unplannable,
    known_route_ids: day.known_route_ids,
    order_counts: day.order_counts,
    unbalanced: compared,
  });
  const reasons: Record<string, number> = {};
  for (const { reason } of plan.unassigned) reasons[reason] = (reasons[reason] ?? 0) + 1;
  const stored_problem = buildStoredProblem(built, roads?.name ?? "straight_line");
  return {
    plan,
    problem: stored_problem,
    inputs_hash: createHash("sha256").update(canonicalJson(stored_problem)).digest("hex"),
    explanation: {
      engine: options.engine,
      objective: solution.objective,
      unbalanced: compared?.objective ?? null,
      iterations: solution.iterations,
      unbalanced_iterations: unbalanced?.iterations ?? null,
      elapsed_ms: Math.round(solution.elapsed_ms),
      orders_considered: day.orders.length + day.unplannable.length,
      drivers_considered: day.drivers.length,
      reasons,
    },
  };
}

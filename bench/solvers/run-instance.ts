/** One run of the route solver on an instance, and the verdict of its checker. */
import { check } from "#solvers/route/checker.ts";
import type { RouteProblem, SolveOptions } from "#solvers/route/problem.ts";
import { solveInThreads } from "#solvers/route/threads.ts";
import type { Aim } from "./instances.ts";

export interface Limits {
  limit_s: number;
  /** `cpu`: only the time of this thread counts, so that a busy machine changes little. */
  clock: "cpu" | "wall";
  /** In place of the time, for answers that repeat. */
  iterations?: number;
  threads: 1 | 2;
}

export interface Run {
  distance: number;
  vehicles: number;
  unassigned: number;
  violations: number;
  iterations: number;
  /** By the clock of the limits. */
  seconds: number;
}

const CLOCKS = {
  wall: () => performance.now(),
  cpu: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
};

export function aimAt(problem: RouteProblem, aim: Aim): RouteProblem {
  return { ...problem, objective: { minimise: "distance", fewest_vehicles_first: aim === "fleet" } };
}

export async function runInstance(problem: RouteProblem, seed: number, limits: Limits): Promise<Run> {
  const options: SolveOptions = {
    seed,
    now: CLOCKS[limits.clock],
    ...(limits.iterations === undefined
      ? { time_limit_ms: limits.limit_s * 1000 }
      : { iterations: limits.iterations }),
  };
  const solution = await solveInThreads(problem, { ...options, threads: limits.threads });
  return {
    distance: solution.totals.distance_m,
    vehicles: solution.totals.vehicles,
    unassigned: solution.totals.unassigned,
    violations: check(problem, solution).length,
    iterations: solution.iterations,
    seconds: solution.elapsed_ms / 1000,
  };
}

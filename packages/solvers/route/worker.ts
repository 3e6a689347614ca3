/** Entry of a worker thread that plans routes; see `worker-thread.ts` for its messages. */
import { type SolverAnswer, type SolverWork, serveSolver } from "../worker-thread.ts";
import {
  InvalidRouteProblem,
  type RouteProblem,
  type RouteProgress,
  type RouteSolution,
  type SolveOptions,
} from "./problem.ts";
import { solve } from "./solve.ts";

export type RouteWork = SolverWork<RouteProblem, SolveOptions>;
export type RouteWorkAnswer = SolverAnswer<RouteSolution, RouteProgress>;

serveSolver(solve, InvalidRouteProblem);

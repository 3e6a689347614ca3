/** Entry of a worker thread that plans routes; see `worker-thread.ts` for its messages. */
import { type SolverAnswer, type SolverWork, serveSolver } from "../worker-thread.ts";
import { check } from "./checker.ts";
import { InvalidRouteProblem, type RouteProblem, type RouteProgress, type RouteSolution } from "./problem.ts";
import { solveInThreads, type ThreadOptions } from "./threads.ts";

export type RouteWork = SolverWork<RouteProblem, ThreadOptions>;
export type RouteWorkAnswer = SolverAnswer<RouteSolution, RouteProgress>;

serveSolver(solveInThreads, InvalidRouteProblem, check);

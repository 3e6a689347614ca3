/** Entry of a worker thread that plans loads; see `worker-thread.ts` for its messages. */
import { type SolverAnswer, type SolverWork, serveSolver } from "../worker-thread.ts";
import { check } from "./checker.ts";
import {
  InvalidLoadingProblem,
  type LoadingOptions,
  type LoadingProblem,
  type LoadingProgress,
  type LoadingSolution,
} from "./problem.ts";
import { solve } from "./solve.ts";

export type LoadingWork = SolverWork<LoadingProblem, LoadingOptions>;
export type LoadingWorkAnswer = SolverAnswer<LoadingSolution, LoadingProgress>;

serveSolver(solve, InvalidLoadingProblem, check);

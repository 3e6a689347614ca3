/** Entry of a worker thread that packs; see `worker-thread.ts` for its messages. */
import { type SolverAnswer, type SolverWork, serveSolver } from "../worker-thread.ts";
import { check } from "./checker.ts";
import {
  InvalidPackingProblem,
  type PackingOptions,
  type PackingProblem,
  type PackingProgress,
  type PackingSolution,
} from "./problem.ts";
import { solve } from "./solve.ts";

export type PackingWork = SolverWork<PackingProblem, PackingOptions>;
export type PackingWorkAnswer = SolverAnswer<PackingSolution, PackingProgress>;

serveSolver(solve, InvalidPackingProblem, check);

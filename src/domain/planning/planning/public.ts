/** The solver of a process, and the queue of background plans, for the other families that plan. */
export { assignRound, getPriority } from "./background-queue.ts";
export { PlanCancelled, solverQueue } from "./solver.ts";
export { TooManyPlans } from "./solver-queue.ts";
export { runInThread, UnsolvableProblem } from "./solver-thread.ts";

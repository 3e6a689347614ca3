/** The solver of a process, the queue of background plans, and what orders require of drivers, for the other families that plan. */
export { assignRound, getPriority } from "./background-queue.ts";
export { listOfferedSkills, listRequiredSkills } from "./requirements.ts";
export { PlanCancelled, solverQueue } from "./solver.ts";
export { TooManyPlans } from "./solver-queue.ts";
export { runInThread, UnsolvableProblem } from "./solver-thread.ts";

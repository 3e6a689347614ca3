/** Solve a loading plan in the background and write its load. */
import { defineSolveJob } from "#domain/planning/goods-plans/public.ts";
import { loadingSolving } from "../solving.ts";

export const solveLoadingPlanJob = defineSolveJob(loadingSolving);

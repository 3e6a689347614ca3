/** Solve a packing plan in the background and write its packages. */
import { defineSolveJob } from "#domain/planning/goods-plans/public.ts";
import { packingSolving } from "../solving.ts";

export const solvePackingPlanJob = defineSolveJob(packingSolving);

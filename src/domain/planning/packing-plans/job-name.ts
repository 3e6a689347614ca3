/** The queue of packing plans that are solved in the background. */
export const SOLVE_JOB = "solve-packing-plan";

/** The queue of loading plans that are solved in the background. */
export const SOLVE_JOB = "solve-loading-plan";

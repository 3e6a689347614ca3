/** What packing plans and loading plans have in common. */
export { countPieces, findUnfittingOrRefuse, toPairs } from "./contents.ts";
export {
  buildOptionMembers,
  LIMITS,
  type PlanOptions,
  pickOptions,
} from "./options.ts";
export { solveRefusals } from "./refusals.ts";
export { buildLeftItemShape, buildSeparateGroups, DIMENSIONS, uprightInput } from "./shapes.ts";
export { issueSheet, sheetOutput, UPRIGHT_WORDS } from "./sheet.ts";
export { defineSolveJob } from "./solve-job.ts";
export { defineSolver } from "./solver.ts";
export {
  buildContentsChanges,
  buildNewPlan,
  buildOutcomeChanges,
  cancelSolve,
  type Outcome,
  type PlanSolving,
  prepareSolve,
  solveOrRefuse,
  storeOrQueue,
} from "./solving.ts";
export { type Dimension, findUpright } from "./upright.ts";
export { buildLeftItems, buildPlanMembers, buildSearchProgress, buildSearchResult } from "./view.ts";

/**
 * How a plan is solved: at once or in the background, stored or cancelled.
 *
 * The solver runs before the transaction, and nothing is locked meanwhile. When the solution is stored, a plan that was
 * changed since is refused as outdated. The independent checker reads every answer. If the caller's connection is lost,
 * the solver ends and nothing is stored.
 */
import { assignRound, getPriority } from "#domain/planning/planning/public.ts";
import type { Context } from "#operation/define/context.ts";
import { cancelWaitingJob, listOpenJobs, lockQueue } from "#platform/jobs/open-jobs.ts";
import { hashProblem } from "./contents.ts";
import { messages } from "./messages.ts";
import { LIMITS, type PlanOptions } from "./options.ts";
import { refuseTooMany, type solveRefusals, toSolveRefusal } from "./refusals.ts";
import type { Solver } from "./solver.ts";

/** What the solver must know of a plan. */
export interface SolvablePlan {
  id: number;
  business_id: number;
  state: string;
  contents: unknown;
  options: PlanOptions;
  inputs_hash: string;
  started_at: string | null;
}

interface SolvingChanges {
  state: "queued" | "running";
  options?: PlanOptions;
  seed?: number;
  solution?: null;
  failure?: null;
  progress?: null;
  started_at: string | null;
  finished_at?: null;
}

/** How a solve ended. `options`: those that it was solved with, where the caller gave some. */
export interface Outcome<Solution> {
  state: "solved" | "failed" | "cancelled";
  solution: Solution | null;
  options?: PlanOptions;
  failure?: string;
}

type Writer = Context<never>;

/** What a family says of its plans. */
export interface PlanSolving<Plan extends SolvablePlan, Problem, Progress, Solution> {
  /** Of the plan as a subject, and its table; with `_id`, the member of the job that names it. */
  type: "loading_plan" | "packing_plan";
  /** The queue of plans that are solved in the background. */
  queue: string;
  solver: Solver<Problem, Progress, Solution>;
  buildProblem(contents: Plan["contents"]): Problem;
  lock(context: Writer, id: number): Promise<Plan | undefined>;
  change(context: Writer, plan: Plan, changes: SolvingChanges): Promise<Plan>;
  /** Ends a solve. */
  store(context: Writer, plan: Plan, outcome: Outcome<Solution>): Promise<Plan>;
  emit(
    context: Writer,
    plan: Plan,
    event: "solve_requested" | "solve_started",
    state: SolvingChanges["state"],
  ): void;
}

/** The columns of a new plan, besides what it belongs to. */
export const buildNewPlan = <Contents, Problem>(
  { actor }: Pick<Context, "actor">,
  withDefaults: Solver<Problem, never, never>["withDefaults"],
  buildProblem: (contents: Contents) => Problem,
  { name, contents, options }: { name: string; contents: Contents; options: PlanOptions },
) => ({
  name,
  contents,
  options,
  state: "draft" as const,
  seed: withDefaults(options).seed,
  inputs_hash: hashProblem(buildProblem(contents)),
  created_by: actor.account_id,
});

/** What a change of its contents changes in a plan: no solution fits then, so it is a draft again until it is solved. */
export function buildContentsChanges<Contents, Problem>(
  plan: { name: string; inputs_hash: string },
  { name, contents }: { name: string | undefined; contents: Contents },
  buildProblem: (contents: Contents) => Problem,
) {
  const inputs_hash = hashProblem(buildProblem(contents));
  return {
    name: name?.trim() ?? plan.name,
    contents,
    inputs_hash,
    ...(inputs_hash === plan.inputs_hash
      ? {}
      : { state: "draft" as const, solution: null, failure: null, finished_at: null }),
  };
}

/** What the end of a solve changes in the plan. */
export const buildOutcomeChanges = <Solution>(
  { now }: Pick<Context, "now">,
  { withDefaults }: Pick<Solver<never, never, Solution>, "withDefaults">,
  plan: Pick<SolvablePlan, "started_at">,
  { state, solution, options, failure }: Outcome<Solution>,
) => ({
  state,
  solution,
  failure: failure ?? null,
  progress: null,
  started_at: plan.started_at ?? now.toISOString(),
  finished_at: now.toISOString(),
  ...(options === undefined ? {} : { options, seed: withDefaults(options).seed }),
});

/** Solves while the caller waits. */
export const solveOrRefuse = <Problem, Solution>(
  context: Context<keyof typeof solveRefusals>,
  solver: Pick<Solver<Problem, never, Solution>, "solve">,
  problem: Problem,
  options: PlanOptions,
): Promise<Solution> =>
  solver
    .solve(context.business_id, problem, options, { signal: context.request.disconnected?.() })
    .catch((error) => {
      throw toSolveRefusal(context, error);
    });

interface PreparedSolve<Solution> {
  options: PlanOptions;
  /** What was solved; null when it is to be solved in the background. */
  solved: { solution: Solution; inputs_hash: string } | null;
}

/** Before the transaction. */
export async function prepareSolve<Plan extends SolvablePlan, Problem, Progress, Solution>(
  context: Context<keyof typeof solveRefusals | "time_limit_too_long">,
  { solver, buildProblem }: PlanSolving<Plan, Problem, Progress, Solution>,
  plan: Plan,
  options: PlanOptions,
  in_background: boolean,
): Promise<PreparedSolve<Solution>> {
  if (in_background) return { options, solved: null };
  if (solver.withDefaults(options).time_limit_s > LIMITS.sync_s)
    throw context.refuse("time_limit_too_long", {
      message: messages.sync_limit,
      values: { seconds: LIMITS.sync_s },
      errors: [{ field: "time_limit_s", message: messages.over_sync_limit.with({ seconds: LIMITS.sync_s }) }],
    });
  const solution = await solveOrRefuse(context, solver, buildProblem(plan.contents), options);
  return { options, solved: { solution, inputs_hash: plan.inputs_hash } };
}

/** Stores what was solved for a locked plan, or queues the plan. */
export async function storeOrQueue<Plan extends SolvablePlan, Problem, Progress, Solution>(
  context: Context<keyof typeof solveRefusals | "plan_outdated">,
  solving: PlanSolving<Plan, Problem, Progress, Solution>,
  plan: Plan,
  { options, solved }: PreparedSolve<Solution>,
): Promise<Plan> {
  const { actor, db, business_id, refuse, enqueue, now } = context;
  if (solved !== null) {
    if (solved.inputs_hash !== plan.inputs_hash)
      throw refuse("plan_outdated", { message: messages.plan_outdated });
    return solving.store(context, plan, { state: "solved", solution: solved.solution, options });
  }
  const { type, queue, solver } = solving;
  const { time_limit_s, seed } = solver.withDefaults(options);
  await lockQueue(db, queue);
  const open = await listOpenJobs(db, queue);
  const { round, retry_after_s } = assignRound(open, business_id, time_limit_s, now);
  if (retry_after_s !== null) throw refuseTooMany(context, retry_after_s);
  const queued = await solving.change(context, plan, {
    state: "queued",
    options,
    seed,
    solution: null,
    failure: null,
    progress: null,
    started_at: null,
    finished_at: null,
  });
  solving.emit(context, plan, "solve_requested", "queued");
  enqueue({
    name: queue,
    data: { business_id, account_id: actor.account_id, [`${type}_id`]: plan.id, seconds: time_limit_s },
    priority: getPriority(round),
  });
  return queued;
}

/** Ends the solve of a locked plan; its solver ends within a second. */
export async function cancelSolve<Plan extends SolvablePlan, Problem, Progress, Solution>(
  context: Writer,
  { type, queue, store }: PlanSolving<Plan, Problem, Progress, Solution>,
  plan: Plan,
): Promise<Plan> {
  const { db } = context;
  const waiting = (await listOpenJobs(db, queue)).find(({ data }) => data[`${type}_id`] === plan.id);
  if (waiting !== undefined) await cancelWaitingJob(db, queue, waiting.id);
  return store(context, plan, { state: "cancelled", solution: null });
}

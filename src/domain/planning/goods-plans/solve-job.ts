/**
 * Solve a plan in the background: claim it, solve it while storing progress, write its solution.
 *
 * When another worker retries it after a crash, it starts again from the stored contents.
 */
import { PlanCancelled, UnsolvableProblem } from "#domain/planning/planning/public.ts";
import { defineJob, type JobContext, type JobDefinition } from "#operation/define/job.ts";
import type { PlanSolving, SolvablePlan } from "./solving.ts";

/** A cancelled plan ends its solver within this time. */
const PROGRESS_INTERVAL_MS = 400;

export function defineSolveJob<Plan extends SolvablePlan, Problem, Progress, Solution>(
  solving: PlanSolving<Plan, Problem, Progress, Solution>,
): JobDefinition {
  const { type } = solving;
  const getId = (data: Record<string, unknown>) => Number(data[`${type}_id`]);
  return defineJob({
    name: solving.queue,
    retries: 3,
    expires_s: 900,
    async run(job, data) {
      const plan = await claim(job, solving, getId(data));
      if (plan === undefined) return;
      let solution: Solution;
      try {
        const outcome = await solveWatched(job, solving, plan);
        if (outcome === CANCELLED) return;
        solution = outcome;
      } catch (error) {
        if (job.stopping()) throw error;
        const is_expected = error instanceof UnsolvableProblem;
        if (!is_expected) job.runtime.log.error({ err: error, type }, "a plan could not be solved");
        const failure = is_expected
          ? error.message
          : "The plan could not be solved; the service's log says why.";
        await finish(job, solving, plan.id, null, failure);
        return;
      }
      await finish(job, solving, plan.id, solution);
    },
    giveUp: (job, data, reason) => finish(job, solving, getId(data), null, reason),
  });
}

const CANCELLED = Symbol("cancelled");

async function claim<Plan extends SolvablePlan, Problem, Progress, Solution>(
  job: JobContext,
  { lock, change, emit }: PlanSolving<Plan, Problem, Progress, Solution>,
  id: number,
): Promise<Plan | undefined> {
  return job.transaction(async (context) => {
    const plan = await lock(context, id);
    if (plan === undefined || (plan.state !== "queued" && plan.state !== "running")) return undefined;
    const started_at = plan.started_at ?? context.now.toISOString();
    await change(context, plan, { state: "running", started_at });
    emit(context, plan, "solve_started", "running");
    return plan;
  });
}

/** Progress is written outside any transaction: it is for display, and no version of the plan. A plan that is not running any more was cancelled. */
async function solveWatched<Plan extends SolvablePlan, Problem, Progress, Solution>(
  job: JobContext,
  { type, solver, buildProblem }: PlanSolving<Plan, Problem, Progress, Solution>,
  plan: Plan,
): Promise<Solution | typeof CANCELLED> {
  const { db, business_id } = job.reader;
  const abort = new AbortController();
  let latest: Progress | null = null;
  let is_cancelled = false;
  let writing: Promise<void> = Promise.resolve();
  const writeProgress = async () => {
    const running_plan = await db.row(
      `update ${type} set progress = coalesce($3::jsonb, progress)
        where business_id = $1 and id = $2 and state = 'running' returning id`,
      [business_id, plan.id, latest === null ? null : JSON.stringify(latest)],
    );
    if (running_plan !== undefined) return;
    is_cancelled = true;
    abort.abort(new PlanCancelled("The plan was cancelled."));
  };
  const timer = setInterval(() => {
    if (job.stopping()) abort.abort(new PlanCancelled("The service is stopping."));
    writing = writing
      .then(writeProgress)
      .catch((error) => job.runtime.log.warn({ err: error, type }, "the progress of a plan was not written"));
  }, PROGRESS_INTERVAL_MS);
  try {
    return await solver.solve(plan.business_id, buildProblem(plan.contents), plan.options, {
      is_background: true,
      onProgress: (progress) => {
        latest = progress;
      },
      signal: abort.signal,
    });
  } catch (error) {
    if (is_cancelled) return CANCELLED;
    throw error;
  } finally {
    clearInterval(timer);
    await writing;
  }
}

async function finish<Plan extends SolvablePlan, Problem, Progress, Solution>(
  job: JobContext,
  { lock, store }: PlanSolving<Plan, Problem, Progress, Solution>,
  id: number,
  solution: Solution | null,
  failure?: string,
): Promise<void> {
  await job.transaction(async (context) => {
    const plan = await lock(context, id);
    if (plan?.state !== "running") return;
    await store(context, plan, {
      state: solution === null ? "failed" : "solved",
      solution,
      ...(failure === undefined ? {} : { failure: failure.slice(0, 1000) }),
    });
  });
}

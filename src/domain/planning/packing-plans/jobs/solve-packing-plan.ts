/**
 * Solve a packing plan in the background: claim it, solve it while storing progress, write its packages.
 *
 * When another worker retries it after a crash, it starts again from the stored contents.
 */
import { PlanCancelled, UnsolvableProblem } from "#domain/planning/planning/public.ts";
import { defineJob, type JobContext } from "#operation/define/job.ts";
import type { PackingProgress, PackingSolution } from "#solvers/packing/problem.ts";
import { SOLVE_JOB } from "../job-name.ts";
import { buildProblem } from "../rules.ts";
import { solveProblem } from "../solve.ts";
import { storeSolution } from "../store.ts";
import type { PackingPlanRow } from "../tables.ts";

/** A cancelled plan ends its solver within this time. */
const PROGRESS_INTERVAL_MS = 400;

export const solvePackingPlanJob = defineJob({
  name: SOLVE_JOB,
  retries: 3,
  expires_s: 900,
  async run(job, data) {
    const plan = await claim(job, Number(data["packing_plan_id"]));
    if (plan === undefined) return;
    let solution: PackingSolution;
    try {
      const outcome = await solveWatched(job, plan);
      if (outcome === "cancelled") return;
      solution = outcome;
    } catch (error) {
      if (job.stopping()) throw error;
      const is_expected = error instanceof UnsolvableProblem;
      if (!is_expected) job.runtime.log.error({ err: error }, "a packing plan could not be solved");
      const failure = is_expected
        ? error.message
        : "The plan could not be solved; the service's log says why.";
      await finish(job, plan, null, failure);
      return;
    }
    await finish(job, plan, solution);
  },
  giveUp: (job, data, reason) => finish(job, { id: Number(data["packing_plan_id"]) }, null, reason),
});

const LOCK = "select * from packing_plan where business_id = $1 and id = $2 for update";

async function claim(job: JobContext, id: number): Promise<PackingPlanRow | undefined> {
  return job.transaction(async ({ db, business_id, now, emit }) => {
    const plan = await db.row<PackingPlanRow>(LOCK, [business_id, id]);
    if (plan === undefined || (plan.state !== "queued" && plan.state !== "running")) return undefined;
    await db.execute(
      `update packing_plan set state = 'running', started_at = coalesce(started_at, $3), version = version + 1
        where business_id = $1 and id = $2`,
      [business_id, id, now],
    );
    emit({
      subject: { type: "packing_plan", id },
      kind: "packing.solve_started",
      before: { state: plan.state },
      after: { state: "running" },
    });
    return plan;
  });
}

/** Progress is written outside any transaction: it is for display. A plan that is not running any more was cancelled. */
async function solveWatched(job: JobContext, plan: PackingPlanRow): Promise<PackingSolution | "cancelled"> {
  const { db } = job.reader;
  const abort = new AbortController();
  let latest: PackingProgress | null = null;
  let is_cancelled = false;
  let writing: Promise<void> = Promise.resolve();
  const saveProgress = async () => {
    const row = await db.row(
      `update packing_plan set progress = coalesce($3::jsonb, progress)
        where business_id = $1 and id = $2 and state = 'running' returning id`,
      [plan.business_id, plan.id, latest === null ? null : JSON.stringify(latest)],
    );
    if (row !== undefined) return;
    is_cancelled = true;
    abort.abort(new PlanCancelled("The plan was cancelled."));
  };
  const timer = setInterval(() => {
    if (job.stopping()) abort.abort(new PlanCancelled("The service is stopping."));
    writing = writing
      .then(saveProgress)
      .catch((error) =>
        job.runtime.log.warn({ err: error }, "the progress of a packing plan was not written"),
      );
  }, PROGRESS_INTERVAL_MS);
  try {
    return await solveProblem(plan.business_id, buildProblem(plan.contents), plan.options, {
      is_background: true,
      onProgress: (progress) => {
        latest = progress;
      },
      signal: abort.signal,
    });
  } catch (error) {
    if (is_cancelled) return "cancelled";
    throw error;
  } finally {
    clearInterval(timer);
    await writing;
  }
}

async function finish(
  job: JobContext,
  { id }: Pick<PackingPlanRow, "id">,
  solution: PackingSolution | null,
  failure?: string,
): Promise<void> {
  await job.transaction(async (context) => {
    const { db, business_id } = context;
    const plan = await db.row<PackingPlanRow>(LOCK, [business_id, id]);
    if (plan?.state !== "running") return;
    await storeSolution(context, plan, {
      state: solution === null ? "failed" : "solved",
      solution,
      ...(failure === undefined ? {} : { failure: failure.slice(0, 1000) }),
    });
  });
}

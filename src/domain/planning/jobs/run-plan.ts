/**
 * Make a plan in the background: claim the run, solve with progress for all to see, write the plan and, unless
 * it is a preview, its routes.
 *
 * Given to another worker after a crash, it starts again from the orders as they then are.
 */
import type { Context } from "#operation/context.ts";
import { defineJob, type JobContext } from "#operation/job.ts";
import { Refusal } from "#operation/refusal.ts";
import { readerOf } from "#platform/db/db.ts";
import { RoadMatrixUnavailable } from "#providers/matrices/port.ts";
import { commitPlan } from "../commit.ts";
import { type MadePlan, makePlan } from "../make-plan.ts";
import { type PlanOptions, withDefaults } from "../options.ts";
import type { Progress } from "../plan.ts";
import { PlanFault, readDay } from "../pool.ts";
import { emitFinished, lockRun, poolOfRun } from "../runs.ts";
import { UnsolvableProblem } from "../solver.ts";
import type { PlanRunRow } from "../tables.ts";

const PROGRESS_EVERY_MS = 1000;

export const runPlan = defineJob({
  name: "run-plan",
  retries: 3,
  expires_s: 1200,
  async run(job, data) {
    const plan_run_id = Number(data["plan_run_id"]);
    const run = await claim(job, plan_run_id);
    if (run === undefined) return;
    let made: MadePlan;
    try {
      const outcome = await plan(job, run);
      if (outcome === "cancelled") return;
      made = outcome;
    } catch (error) {
      if (job.stopping()) throw error;
      await fail(job, plan_run_id, null, failureOf(job, error));
      return;
    }
    try {
      await finish(job, plan_run_id, made);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const reasons = (error.errors ?? [])
        .slice(0, 20)
        .map(({ order_id, field, code }) => `${order_id ?? field ?? ""} ${code ?? ""}`.trim());
      await fail(
        job,
        plan_run_id,
        made,
        `${error.code}: ${error.message}${reasons.length === 0 ? "" : ` (${reasons.join(", ")})`}`,
      );
    }
  },
});

async function claim(job: JobContext, plan_run_id: number): Promise<PlanRunRow | undefined> {
  return job.transaction(async ({ db, business_id, now, emit }) => {
    const run = await lockRun(db, business_id, plan_run_id);
    if (run === undefined || (run.state !== "QUEUED" && run.state !== "RUNNING")) return undefined;
    await db.execute(
      "update plan_run set state = 'RUNNING', started_at = coalesce(started_at, $3) where business_id = $1 and id = $2",
      [business_id, plan_run_id, now],
    );
    emit({
      subject: { type: "plan_run", id: plan_run_id },
      kind: "plan.run_started",
      payload: { date: run.date },
      before: { state: run.state },
      after: { state: "RUNNING" },
    });
    return run;
  });
}

/**
 * Solve, writing progress about every second beside any transaction: it is for looking at and no fact to keep.
 * Where the row is no longer RUNNING, somebody has cancelled it; where its limit is shorter, its best plan is enough.
 */
async function plan(job: JobContext, run: PlanRunRow): Promise<MadePlan | "cancelled"> {
  const db = readerOf(job.mechanism.pools.service, run.business_id);
  const day = await readDay(db, run.business_id, poolOfRun(run), run.date, run.options);
  let latest: Progress | null = null;
  const { time_limit_s } = withDefaults(run.options);
  let cancelled = false;
  let enough = false;
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    const row = await db.row<{ options: PlanOptions }>(
      `update plan_run set progress = coalesce($3::jsonb, progress) where business_id = $1 and id = $2 and state = 'RUNNING'
       returning options`,
      [run.business_id, run.id, latest === null ? null : JSON.stringify(latest)],
    );
    if (row === undefined) cancelled = true;
    else enough = withDefaults(row.options).time_limit_s < time_limit_s;
  };
  const timer = setInterval(() => {
    // A write that fails is tried again with the next figures.
    writing = writing
      .then(write)
      .catch((error) =>
        job.mechanism.log.warn({ err: error, plan_run_id: run.id }, "the progress of a plan was not written"),
      );
  }, PROGRESS_EVERY_MS);
  try {
    const made = await makePlan(day, job.mechanism.providers.matrix, {
      patient: true,
      onProgress: (progress) => {
        latest = progress;
      },
      isCancelled: () => cancelled || job.stopping(),
      isEnough: () => enough,
    });
    if (job.stopping() && made.cancelled)
      throw new Error("The service is stopping; the plan is made when it is back.");
    return cancelled ? "cancelled" : made;
  } finally {
    clearInterval(timer);
    await writing;
  }
}

const KEEP = `update plan_run set state = $3, plan = $4, explanation = $5, problem = $6, inputs_hash = $7, failure = $8,
  finished_at = $9, committed_at = $10, progress = null where business_id = $1 and id = $2`;

async function keep(
  { db, business_id, now }: Context<never>,
  run: Pick<PlanRunRow, "id" | "state" | "failure">,
  made: MadePlan | null,
  committed: boolean,
): Promise<void> {
  await db.execute(KEEP, [
    business_id,
    run.id,
    run.state,
    made === null ? null : JSON.stringify(made.plan),
    made === null ? null : JSON.stringify(made.explanation),
    made === null ? null : JSON.stringify(made.problem),
    made?.inputs_hash ?? null,
    run.failure,
    now,
    committed ? now : null,
  ]);
}

async function finish(job: JobContext, plan_run_id: number, made: MadePlan): Promise<void> {
  await job.transaction(async (context) => {
    const run = await lockRun(context.db, context.business_id, plan_run_id);
    if (run?.state !== "RUNNING") return;
    const route_ids = run.preview
      ? []
      : [...(await commitPlan(context, plan_run_id, made.plan, poolOfRun(run))).values()];
    await keep(context, { id: plan_run_id, state: "COMPLETED", failure: null }, made, !run.preview);
    emitFinished(
      context,
      { id: plan_run_id, date: run.date, preview: run.preview, state: "COMPLETED" },
      made,
      route_ids,
    );
  });
}

async function fail(
  job: JobContext,
  plan_run_id: number,
  made: MadePlan | null,
  failure: string,
): Promise<void> {
  await job.transaction(async (context) => {
    const run = await lockRun(context.db, context.business_id, plan_run_id);
    if (run?.state !== "RUNNING") return;
    await keep(context, { id: plan_run_id, state: "FAILED", failure: failure.slice(0, 1000) }, made, false);
    emitFinished(
      context,
      { id: plan_run_id, date: run.date, preview: run.preview, state: "FAILED" },
      made,
      [],
    );
  });
}

/** What the dispatcher may read. A bug's own words go to the log. */
function failureOf(job: JobContext, error: unknown): string {
  if (error instanceof PlanFault)
    return [error.message, ...error.errors.map((one) => `${one.field ?? ""} ${one.message}`)].join(" ");
  if (error instanceof UnsolvableProblem) return error.message;
  if (error instanceof RoadMatrixUnavailable) {
    job.mechanism.log.warn({ err: error }, "the road matrix is not available");
    return error.message;
  }
  job.mechanism.log.error({ err: error }, "a plan could not be made");
  return "The plan could not be made; the service's log says why.";
}

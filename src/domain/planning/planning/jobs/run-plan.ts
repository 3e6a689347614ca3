/**
 * Compute a plan in the background: claim the run, solve it while storing progress, write the plan and, unless
 * it is a preview, its routes.
 *
 * When another worker retries it after a crash, it starts again from the current state of the orders.
 */
import { defineJob, type JobContext } from "#operation/define/job.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { RoadMatrixUnavailable } from "#providers/matrices/port.ts";
import { PLAN_JOB } from "../background-queue.ts";
import { commitPlan } from "../commit.ts";
import { type ComputedPlan, computePlan } from "../compute-plan.ts";
import { withDefaults } from "../options.ts";
import type { Progress } from "../plan.ts";
import { loadDay, PlanInputError } from "../pool.ts";
import {
  changeRun,
  emitFinished,
  findRunning,
  getRunPool,
  lockRun,
  type PlanRunRow,
  saveProgress,
  storeResult,
} from "../records/plan-run.ts";
import { describeRoadFault } from "../roads.ts";
import { PlanCancelled } from "../solver.ts";
import type { SolverQueuePosition } from "../solver-queue.ts";
import { UnsolvableProblem } from "../solver-thread.ts";

/** Somebody who cancels waits for at most this, and what the solver's thread needs to end. */
const READ_STATE_EVERY_MS = 250;
/** Progress is written once in this many reads. */
const WRITE_PROGRESS_EVERY = 4;

export const runPlan = defineJob({
  name: PLAN_JOB,
  retries: 3,
  expires_s: 1200,
  async run(job, data) {
    const plan_run_id = Number(data["plan_run_id"]);
    const run = await claim(job, plan_run_id);
    if (run === undefined) return;
    let computed_plan: ComputedPlan;
    try {
      const outcome = await plan(job, run);
      if (outcome === "cancelled") return;
      computed_plan = outcome;
    } catch (error) {
      if (job.stopping()) throw error;
      await fail(job, plan_run_id, null, describeFailure(job, error));
      return;
    }
    try {
      await finish(job, plan_run_id, computed_plan);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const reasons = (error.errors ?? [])
        .slice(0, 20)
        .map(({ order_id, field, code }) => `${order_id ?? field ?? ""} ${code ?? ""}`.trim());
      await fail(
        job,
        plan_run_id,
        computed_plan,
        `${error.code}: ${error.message}${reasons.length === 0 ? "" : ` (${reasons.join(", ")})`}`,
      );
    }
  },
  giveUp: (job, data, reason) => fail(job, Number(data["plan_run_id"]), null, reason),
});

async function claim(job: JobContext, plan_run_id: number): Promise<PlanRunRow | undefined> {
  return job.transaction(async (context) => {
    const { db, business_id, now, emit } = context;
    const run = await lockRun(db, business_id, plan_run_id);
    if (run === undefined || (run.state !== "QUEUED" && run.state !== "RUNNING")) return undefined;
    await changeRun(context, run, { state: "RUNNING", started_at: run.started_at ?? now.toISOString() });
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
 * Solve, writing progress every second outside any transaction: progress is for display only. The row is read four times
 * as often. If it is no longer RUNNING, somebody has cancelled it; if its time limit is shorter, the best plan so far is used.
 */
async function plan(job: JobContext, run: PlanRunRow): Promise<ComputedPlan | "cancelled"> {
  const { db } = job.reader;
  const { settings, registry } = job.runtime;
  const reader = { db, business_id: run.business_id, now: job.runtime.now(), settings };
  const day = await loadDay(
    { ...reader, business_settings: registry.settings },
    getRunPool(run),
    run.date,
    run.options,
  );
  let latest: Progress | null = null;
  let place: () => SolverQueuePosition | null = () => null;
  const { time_limit_s } = withDefaults(run.options);
  let cancelled = false;
  let enough = false;
  const abort = new AbortController();
  const buildProgress = (): PlanRunRow["progress"] => {
    const waiting = latest === null ? place() : null;
    if (waiting === null) return latest;
    const { position, wait_s } = waiting;
    const expected_start_at = new Date(job.runtime.now().getTime() + wait_s * 1000).toISOString();
    return { waits: { position, expected_start_at } };
  };
  let reads = 0;
  const exchangeState = async () => {
    reads++;
    const row = await (reads % WRITE_PROGRESS_EVERY === 0
      ? saveProgress(job.reader, run.id, buildProgress())
      : findRunning(job.reader, run.id));
    if (row === undefined) {
      cancelled = true;
      abort.abort(new PlanCancelled("The plan was cancelled."));
    } else enough = withDefaults(row.options).time_limit_s < time_limit_s;
  };
  let exchange: Promise<void> | null = null;
  const timer = setInterval(() => {
    if (job.stopping()) abort.abort(new PlanCancelled("The service is stopping."));
    // A database that is slow is not asked again before it has answered; what failed is done the next time.
    exchange ??= exchangeState()
      .catch((error) =>
        job.runtime.log.warn({ err: error, plan_run_id: run.id }, "the state of a plan was not exchanged"),
      )
      .finally(() => {
        exchange = null;
      });
  }, READ_STATE_EVERY_MS);
  try {
    return await computePlan(run.business_id, day, job.runtime.providers.matrix, {
      is_background: true,
      onAdmitted: (ask) => {
        place = ask;
      },
      onProgress: (progress) => {
        latest = progress;
      },
      signal: abort.signal,
      isEnough: () => enough,
    });
  } catch (error) {
    // A plan that was aborted because the service stops is computed again after the restart.
    if (cancelled) return "cancelled";
    throw error;
  } finally {
    clearInterval(timer);
    await exchange;
  }
}

async function finish(job: JobContext, plan_run_id: number, computed_plan: ComputedPlan): Promise<void> {
  await job.transaction(async (context) => {
    const run = await lockRun(context.db, context.business_id, plan_run_id);
    if (run?.state !== "RUNNING") return;
    const route_ids = run.preview
      ? []
      : [...(await commitPlan(context, plan_run_id, computed_plan.plan, getRunPool(run))).values()];
    await storeResult(
      context,
      { id: plan_run_id, state: "COMPLETED", failure: null },
      computed_plan,
      !run.preview,
    );
    emitFinished(
      context,
      { id: plan_run_id, date: run.date, preview: run.preview, state: "COMPLETED" },
      computed_plan,
      route_ids,
    );
  });
}

async function fail(
  job: JobContext,
  plan_run_id: number,
  computed_plan: ComputedPlan | null,
  failure: string,
): Promise<void> {
  await job.transaction(async (context) => {
    const run = await lockRun(context.db, context.business_id, plan_run_id);
    if (run?.state !== "RUNNING") return;
    await storeResult(
      context,
      { id: plan_run_id, state: "FAILED", failure: failure.slice(0, 1000) },
      computed_plan,
      false,
    );
    emitFinished(
      context,
      { id: plan_run_id, date: run.date, preview: run.preview, state: "FAILED" },
      computed_plan,
      [],
    );
  });
}

/** The failure text that the dispatcher sees. Messages of unexpected errors go to the log only. */
function describeFailure(job: JobContext, error: unknown): string {
  if (error instanceof PlanInputError)
    return [error.message, ...error.errors.map((one) => `${one.field ?? ""} ${one.message.en}`)].join(" ");
  if (error instanceof UnsolvableProblem) return error.message;
  if (error instanceof RoadMatrixUnavailable) {
    job.runtime.log.warn({ err: error }, "the road matrix is not available");
    return describeRoadFault(error).en;
  }
  job.runtime.log.error({ err: error }, "a plan could not be made");
  return "The plan could not be made; the service's log says why.";
}

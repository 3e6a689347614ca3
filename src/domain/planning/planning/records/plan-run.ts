/** Plan runs: what one is, who sees it, how it is locked, stored, ended and shown. */
import type { Actor } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Db } from "#platform/db/db.ts";
import type { BackgroundQueuePosition } from "../background-queue.ts";
import type { ComputedPlan } from "../compute-plan.ts";
import { messages } from "../messages.ts";
import { type PlanOptions, withDefaults } from "../options.ts";
import type { Explanation, Plan, Progress } from "../plan.ts";
import type { Pool } from "../pool.ts";
import type { StoredProblem } from "../roads.ts";
import { buildPlannedRoutes, type PlanState } from "../shapes.ts";

export interface PlanRunRow extends Row<"plan_run"> {
  state: PlanState;
  options: PlanOptions;
  /** SHA-256 of the problem: the same inputs have the same hash. */
  inputs_hash: string | null;
  problem: StoredProblem | null;
  /** The best plan so far, or the position among the plans that wait for the solver of its worker. */
  progress: Progress | { waits: BackgroundQueuePosition } | null;
  plan: Plan | null;
  explanation: Explanation | null;
}

const PlanRunRecord = defineRecord<"plan_run", PlanRunRow>("plan_run");

/** Without the problem: of a large day it is megabytes, and only the explanation of an order reads it. */
const RUN_COLUMNS = `id, business_id, date, state, preview, engine, options, seed, inputs_hash, progress, plan, explanation,
  failure, contractor_id, created_by, created_at, started_at, finished_at, committed_at`;

type RunWithoutProblem = Omit<PlanRunRow, "problem">;

async function findRun(db: Db, business_id: number, id: number): Promise<PlanRunRow | undefined> {
  const row = await db.row<RunWithoutProblem>(
    `select ${RUN_COLUMNS} from plan_run where business_id = $1 and id = $2`,
    [business_id, id],
  );
  return row === undefined ? undefined : { ...row, problem: null };
}

export async function lockRun(db: Db, business_id: number, id: number): Promise<PlanRunRow | undefined> {
  const row = await db.row<RunWithoutProblem>(
    `select ${RUN_COLUMNS} from plan_run where business_id = $1 and id = $2 for update`,
    [business_id, id],
  );
  return row === undefined ? undefined : { ...row, problem: null };
}

/** May this caller see the run? A contractor sees only its own runs. */
export function canSeeRun(actor: Actor, run: Pick<PlanRunRow, "contractor_id">): boolean {
  return (
    actor.role !== "broker_employee" ||
    (run.contractor_id !== null && run.contractor_id === actor.contractor_id)
  );
}

type Caller = Pick<Context<never>, "actor" | "db" | "business_id">;

const toVisible = ({ actor }: Caller, run: PlanRunRow | undefined) =>
  run !== undefined && canSeeRun(actor, run) ? run : undefined;

export const getVisibleRun = defineGet(
  async (context: Caller, id: number) =>
    toVisible(context, await findRun(context.db, context.business_id, id)),
  messages.unknown_run,
);

export const getLockedRun = defineGet(
  async (context: Caller, id: number) =>
    toVisible(context, await lockRun(context.db, context.business_id, id)),
  messages.unknown_run,
);

/** The pool of orders and drivers that this caller plans. */
export function getCallerPool(actor: Actor): Pool {
  return actor.role === "broker_employee"
    ? { contractor_id: actor.contractor_id ?? -1, account_ids: accountIds(actor.account_id) }
    : { contractor_id: null, account_ids: [] };
}

export function getRunPool(run: Pick<PlanRunRow, "contractor_id" | "created_by">): Pool {
  const { contractor_id, created_by } = run;
  return { contractor_id, account_ids: contractor_id === null ? [] : accountIds(created_by) };
}

const accountIds = (id: number | null) => (id === null ? [] : [id]);

/** Its id. A record would read the plan and its problem back. */
export async function insertRun(
  { db, business_id, actor, now }: Context<never>,
  run: {
    date: string;
    pool: Pool;
    preview: boolean;
    options: PlanOptions;
    computed_plan: ComputedPlan | null;
    started_at: Date | null;
  },
): Promise<number> {
  const { engine, seed } = withDefaults(run.options);
  const { computed_plan } = run;
  const row = await db.row<{ id: number }>(
    `insert into plan_run (business_id, date, state, preview, engine, options, seed, inputs_hash, problem, plan, explanation,
       contractor_id, created_by, created_at, started_at, finished_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) returning id`,
    [
      business_id,
      run.date,
      computed_plan === null ? "QUEUED" : "COMPLETED",
      run.preview,
      engine,
      JSON.stringify(run.options),
      seed,
      computed_plan?.inputs_hash ?? null,
      computed_plan === null ? null : JSON.stringify(computed_plan.problem),
      computed_plan === null ? null : JSON.stringify(computed_plan.plan),
      computed_plan === null ? null : JSON.stringify(computed_plan.explanation),
      run.pool.contractor_id,
      run.pool.account_ids[0] ?? actor.account_id,
      now,
      run.started_at,
      computed_plan === null ? null : now,
    ],
  );
  if (row === undefined) throw new Error("No plan run was made.");
  return row.id;
}

type Writer = Pick<Context, "db" | "business_id" | "now">;

/** What changes while it waits or runs, before it has a plan. */
export const changeRun = (
  context: Writer,
  run: Pick<PlanRunRow, "id">,
  change: Partial<Pick<PlanRunRow, "state" | "options" | "started_at" | "finished_at">>,
): Promise<PlanRunRow> => PlanRunRecord.change(context, run, change);

/** What it is asked to do now; undefined where it is not running any more. */
export const findRunning = (
  { db, business_id }: Pick<Context, "db" | "business_id">,
  plan_run_id: number,
): Promise<Pick<PlanRunRow, "options"> | undefined> =>
  db.row("select options from plan_run where business_id = $1 and id = $2 and state = 'RUNNING'", [
    business_id,
    plan_run_id,
  ]);

/** The same, with its progress, which is for display and written outside any transaction. */
export const saveProgress = (
  { db, business_id }: Pick<Context, "db" | "business_id">,
  plan_run_id: number,
  progress: PlanRunRow["progress"],
): Promise<Pick<PlanRunRow, "options"> | undefined> =>
  db.row(
    `update plan_run set progress = coalesce($3::jsonb, progress) where business_id = $1 and id = $2 and state = 'RUNNING'
     returning options`,
    [business_id, plan_run_id, progress === null ? null : JSON.stringify(progress)],
  );

/** The end of a run in the background, with a plan or without. A record would read the plan and its problem back. */
export async function storeResult(
  { db, business_id, now }: Writer,
  run: Pick<PlanRunRow, "id" | "state" | "failure">,
  computed_plan: ComputedPlan | null,
  committed: boolean,
): Promise<void> {
  await db.execute(
    `update plan_run set state = $3, plan = $4, explanation = $5, problem = $6, inputs_hash = $7, failure = $8,
       finished_at = $9, committed_at = $10, progress = null where business_id = $1 and id = $2`,
    [
      business_id,
      run.id,
      run.state,
      computed_plan === null ? null : JSON.stringify(computed_plan.plan),
      computed_plan === null ? null : JSON.stringify(computed_plan.explanation),
      computed_plan === null ? null : JSON.stringify(computed_plan.problem),
      computed_plan?.inputs_hash ?? null,
      run.failure,
      now,
      committed ? now : null,
    ],
  );
}

/** Its routes were created. A record would read the plan and its problem back. */
export async function storeCommitted({ db, business_id, now }: Writer, plan_run_id: number): Promise<void> {
  await db.execute("update plan_run set committed_at = $3 where business_id = $1 and id = $2", [
    business_id,
    plan_run_id,
    now,
  ]);
}

/** Ids of a run's routes by driver. */
export async function findRunRoutes(
  db: Db,
  business_id: number,
  plan_run_id: number,
): Promise<Map<number, number>> {
  const rows = await db.rows<{ id: number; driver_id: number | null }>(
    "select id, driver_id from route where business_id = $1 and plan_run_id = $2 order by id desc",
    [business_id, plan_run_id],
  );
  return new Map(rows.flatMap((row) => (row.driver_id === null ? [] : [[row.driver_id, row.id] as const])));
}

/** Emit the event of a finished run. Figures only: the plan itself is stored with the run. */
export function emitFinished(
  { emit }: Pick<Context, "emit">,
  run: { id: number; is_new?: true; date: string; preview: boolean; state: PlanState },
  computed_plan: ComputedPlan | null,
  route_ids: readonly number[],
): void {
  const { id, is_new, ...facts } = run;
  emit({
    subject: { type: "plan_run", id, ...(is_new ? { is_new } : {}) },
    kind: "plan.run_finished",
    payload: {
      ...facts,
      committed: route_ids.length > 0,
      route_ids,
      inputs_hash: computed_plan?.inputs_hash ?? null,
      totals: computed_plan?.plan.totals ?? null,
      reasons: computed_plan?.explanation.reasons ?? {},
    },
    after: { state: run.state },
  });
}

export function toRunSummary(
  run: Omit<PlanRunRow, "problem" | "plan" | "progress"> & { totals: Plan["totals"] | null },
) {
  return {
    ...run,
    totals: run.totals === null ? null : { ...run.totals, planned_wait_s: run.totals.planned_wait_s ?? 0 },
    can_commit: run.state === "COMPLETED" && run.committed_at === null && (run.totals?.vehicles ?? 0) > 0,
    can_cancel: run.state === "QUEUED" || run.state === "RUNNING",
  };
}

/** `queue`: the position among the plans that no worker has started; a plan that waits in its worker has its position in `progress`. */
export function buildRunView(
  run: PlanRunRow,
  route_ids: ReadonlyMap<number, number>,
  queue: BackgroundQueuePosition | undefined = undefined,
) {
  return {
    ...toRunSummary({ ...run, totals: run.plan?.totals ?? null }),
    queue: queue ?? findWorkerQueuePlace(run),
    progress: getRunProgress(run),
    start: run.plan?.start ?? null,
    orders: run.plan?.orders ?? null,
    routes: run.plan === null ? [] : buildPlannedRoutes(run.plan, route_ids),
    unassigned: run.plan?.unassigned ?? [],
    drivers_left_out: run.plan?.drivers_left_out ?? [],
    explanation: run.explanation as Record<string, unknown> | null,
  };
}

/** The best plan so far; null before there is one. */
export function getRunProgress({ progress }: Pick<PlanRunRow, "progress">): Progress | null {
  return progress === null || "waits" in progress ? null : progress;
}

function findWorkerQueuePlace({
  state,
  progress,
}: Pick<PlanRunRow, "state" | "progress">): BackgroundQueuePosition | null {
  return state === "RUNNING" && progress !== null && "waits" in progress ? progress.waits : null;
}

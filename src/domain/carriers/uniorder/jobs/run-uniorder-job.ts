/**
 * Runs the items of a job, some at once, each as a call of its operation under a key of its own: an item that was done
 * before the process died answers what it answered then, and is not done twice.
 */
import { randomUUID } from "node:crypto";
import { defineJob, type JobContext } from "#operation/define/job.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { invoke } from "#operation/run/invoke.ts";
import { type Db, readOnlyDb } from "#platform/db/db.ts";
import { refuseItem } from "../items.ts";
import { RUN_AGAIN } from "../queue.ts";
import type { UnifiedJobRow } from "../tables.ts";

/** So many items run at once: each waits for commits and for its carrier most of the time. */
const AT_ONCE = 6;
/** Results of so many items are recorded together. */
const RECORDED_TOGETHER = 24;

interface Waiting {
  index: number;
  input: Record<string, unknown>;
}

export const runUniorderJob = defineJob({
  name: "run-uniorder-job",
  retries: 8,
  unique: "unfinished",
  expires_s: 900,

  async run(job, data) {
    const [business_id, id] = [Number(data["business_id"]), Number(data["job_id"])];
    const db = readOnlyDb(job.runtime.pools.service, business_id);
    const row = await db.row<UnifiedJobRow>("select * from unified_job where business_id = $1 and id = $2", [
      business_id,
      id,
    ]);
    if (row === undefined || row.finished_at !== null) return;
    const is_begun = await job.transaction(({ db: own, now }) =>
      own.execute(
        `update unified_job set state = 'RUNNING', started_at = coalesce(started_at, $3)
          where business_id = $1 and id = $2 and finished_at is null`,
        [business_id, id, now],
      ),
    );
    if (is_begun === 0) return;
    const waiting = await db.rows<Waiting>(
      "select index, input from unified_job_item where business_id = $1 and job_id = $2 and result is null order by index",
      [business_id, id],
    );
    for (let at = 0; at < waiting.length; at += RECORDED_TOGETHER) {
      // The queue gives the rest to another worker.
      if (job.stopping()) throw new Error(`Job ${id} was interrupted and continues later.`);
      const { results, failure } = await runItems(job, row, waiting.slice(at, at + RECORDED_TOGETHER));
      const is_cancelled = await job.transaction(({ db: own }) => recordResults(own, row, results));
      if (is_cancelled) return;
      if (failure !== null) throw failure.cause;
    }
    await job.transaction(async ({ db: own, now, emit, due }) => {
      due.clear(RUN_AGAIN, id);
      const ended = await own.row<UnifiedJobRow>(
        `update unified_job set state = case when items_failed = 0 then 'COMPLETED' else 'COMPLETED_WITH_ERRORS' end, finished_at = $3
          where business_id = $1 and id = $2 and finished_at is null returning *`,
        [business_id, id, now],
      );
      if (ended === undefined) return;
      const { state, items_total, items_failed } = ended;
      emit({
        subject: { type: "uniorder_job", id },
        kind: "uniorder_job.changed",
        payload: { state, items_total, items_failed },
      });
    });
  },
});

/** True when the job was cancelled: then these were under way, and their results replace that they were cancelled. */
async function recordResults(
  db: Db,
  { business_id, id }: UnifiedJobRow,
  results: readonly { index: number; result: Record<string, unknown> }[],
): Promise<boolean> {
  const job = await db.row<UnifiedJobRow>(
    "select * from unified_job where business_id = $1 and id = $2 for update",
    [business_id, id],
  );
  const is_cancelled = job?.state === "CANCELLED";
  if (results.length > 0)
    await db.execute(
      `with done as (
         update unified_job_item i set result = r.result, input = null
           from json_to_recordset($3::json) as r(index int, result jsonb)
          where i.business_id = $1 and i.job_id = $2 and i.index = r.index and (i.result is null or $4)
         returning (i.result->>'result')::boolean as is_done)
       update unified_job j set items_done = items_done + counted.done,
           items_failed = items_failed + case when $4 then -counted.done else counted.failed end
         from (select count(*) filter (where is_done) as done, count(*) filter (where not is_done) as failed from done) counted
        where j.business_id = $1 and j.id = $2`,
      [business_id, id, JSON.stringify(results), is_cancelled],
    );
  return is_cancelled;
}

/** The results of those that came to one, and why another did not: the queue tries that one again. */
async function runItems(job: JobContext, row: UnifiedJobRow, items: readonly Waiting[]) {
  const results: { index: number; result: Record<string, unknown> }[] = [];
  let failure: { cause: unknown } | null = null;
  const left = items.values();
  const takeTurns = async () => {
    for (const item of left) {
      if (failure !== null || job.stopping()) return;
      try {
        results.push({ index: item.index, result: await runItem(job, row, item) });
      } catch (cause) {
        failure ??= { cause };
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
  return { results, failure: failure as { cause: unknown } | null };
}

async function runItem(
  { runtime, actor: { caps = null } }: JobContext,
  { id, operation, created_by }: UnifiedJobRow,
  { index, input }: Waiting,
): Promise<Record<string, unknown>> {
  const actor = created_by === null ? undefined : await runtime.authentication.ofAccount(created_by);
  if (actor === undefined)
    return refuseItem({
      error_code: "FORBIDDEN",
      message: "The account that queued the job is not active any more.",
    });
  try {
    const done = await invoke(runtime, {
      operation: runtime.registry.get(operation),
      actor: { ...actor, caps },
      input,
      request: { id: randomUUID(), surface: "job", address: "", language: "", user_agent: "" },
      idempotency_key: `uniorder-job-${id}-${index}`,
    });
    return { error_code: null, message: null, ...(done.kind === "done" ? done.answer : {}) };
  } catch (error) {
    // Anything else is a fault of ours, or passes: the queue tries the item again.
    const is_final = error instanceof Refusal && error.kind !== "unavailable" && error.kind !== "too_many";
    if (!is_final) throw error;
    return refuseItem(error);
  }
}

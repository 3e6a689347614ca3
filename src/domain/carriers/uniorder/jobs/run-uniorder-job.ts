/**
 * Runs a job item by item, each as a call of its operation under a key of its own: an item that was done before the
 * process died answers what it answered then, and is not done twice.
 */
import { randomUUID } from "node:crypto";
import { defineJob, type JobContext } from "#operation/define/job.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { invoke } from "#operation/run/invoke.ts";
import { readOnlyDb } from "#platform/db/db.ts";
import { refuseItem } from "../items.ts";
import { RUN_AGAIN } from "../queue.ts";
import type { UnifiedJobRow } from "../tables.ts";

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
    await job.transaction(({ db: own, now }) =>
      own.execute(
        "update unified_job set state = 'RUNNING', started_at = coalesce(started_at, $3) where business_id = $1 and id = $2",
        [business_id, id, now],
      ),
    );
    const waiting = await db.rows<Waiting>(
      "select index, input from unified_job_item where business_id = $1 and job_id = $2 and result is null order by index",
      [business_id, id],
    );
    for (const item of waiting) {
      // The queue gives the rest to another worker.
      if (job.stopping()) throw new Error(`Job ${id} was interrupted and continues later.`);
      const result = await runItem(job, row, item);
      await job.transaction(({ db: own }) =>
        own.execute(
          `with done as (
             update unified_job_item set result = $4, input = null
              where business_id = $1 and job_id = $2 and index = $3 and result is null returning 1)
           update unified_job set items_done = items_done + case when $5 then 1 else 0 end,
               items_failed = items_failed + case when $5 then 0 else 1 end
            where business_id = $1 and id = $2 and exists (select 1 from done)`,
          [business_id, id, item.index, JSON.stringify(result), result["result"] === true],
        ),
      );
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

async function runItem(
  { runtime }: JobContext,
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
      actor,
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

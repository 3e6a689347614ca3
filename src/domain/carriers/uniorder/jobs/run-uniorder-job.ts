/**
 * Runs the items of a job, some at once, each as a call of its operation under a key of its own: an item that was done
 * before the process died answers what it answered then, and is not done twice.
 */
import { randomUUID } from "node:crypto";
import { defineJob, type JobContext } from "#operation/define/job.ts";
import { isFinalRefusal } from "#operation/define/refusal.ts";
import { isImpossibleValue } from "#operation/response/failure.ts";
import { invoke } from "#operation/run/invoke.ts";
import { refuseItem } from "../items.ts";
import { RUN_AGAIN } from "../queue.ts";
import {
  beginJob,
  endJob,
  listWaiting,
  recordResults,
  UnifiedJobRecord,
  type UnifiedJobRow,
  type WaitingItem,
} from "../records/unified-job.ts";

/** So many items run at once: each waits for commits and for its carrier most of the time. */
const AT_ONCE = 6;
/** Results of so many items are recorded together. */
const RECORDED_TOGETHER = 24;

export const runUniorderJob = defineJob({
  name: "run-uniorder-job",
  retries: 8,
  unique: "unfinished",
  expires_s: 900,

  async run(job, data) {
    const id = Number(data["job_id"]);
    const row = await UnifiedJobRecord.find(job.reader, id);
    if (row === undefined || row.finished_at !== null) return;
    const is_begun = await job.transaction((context) => beginJob(context, id));
    if (!is_begun) return;
    const waiting = await listWaiting(job.reader, id);
    for (let at = 0; at < waiting.length; at += RECORDED_TOGETHER) {
      // The queue gives the rest to another worker.
      if (job.stopping()) throw new Error(`Job ${id} was interrupted and continues later.`);
      const { results, failure } = await runItems(job, row, waiting.slice(at, at + RECORDED_TOGETHER));
      const is_cancelled = await job.transaction(({ db }) => recordResults(db, row, results));
      if (is_cancelled) return;
      if (failure !== null) throw failure.cause;
    }
    await job.transaction(async (context) => {
      context.due.clear(RUN_AGAIN, id);
      const ended = await endJob(context, id);
      if (ended === undefined) return;
      const { state, items_total, items_failed } = ended;
      context.emit({
        subject: { type: "uniorder_job", id },
        kind: "uniorder_job.changed",
        payload: { state, items_total, items_failed },
      });
    });
  },
});

/** The results of those that came to one, and why another did not: the queue tries that one again. */
async function runItems(job: JobContext, row: UnifiedJobRow, items: readonly WaitingItem[]) {
  const results: { index: number; result: Record<string, unknown> }[] = [];
  let failure: { cause: unknown } | null = null;
  const remaining_items = items.values();
  const takeTurns = async () => {
    for (const item of remaining_items) {
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
  { index, input }: WaitingItem,
): Promise<Record<string, unknown>> {
  const actor = created_by === null ? undefined : await runtime.authentication.ofAccount(created_by);
  if (actor === undefined)
    return refuseItem({
      error_code: "FORBIDDEN",
      message: "The account that queued the job is not active any more.",
    });
  try {
    const result = await invoke(runtime, {
      operation: runtime.registry.get(operation),
      actor: { ...actor, caps },
      input,
      request: { id: randomUUID(), surface: "job", address: "", language: "", user_agent: "" },
      idempotency_key: `uniorder-job-${id}-${index}`,
    });
    return { error_code: null, message: null, ...(result.kind === "done" ? result.answer : {}) };
  } catch (error) {
    if (isImpossibleValue(error))
      return refuseItem({ error_code: "INVALID_REQUEST", message: "A value of the item cannot be stored." });
    // Anything else is a fault of ours, or passes: the queue tries the item again.
    if (!isFinalRefusal(error)) throw error;
    return refuseItem(error);
  }
}

/** Bulk commands: what a batch is, with the parts of one that is queued, and how its counts and its end are stored. */
import { randomUUID } from "node:crypto";
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { BatchState } from "#vocabulary/batches.ts";
import type { ItemResult } from "../intake/batch.ts";
import type { BatchItem } from "../intake/draft.ts";

interface BatchRow extends Row<"batch"> {
  /** Name of the operation that created it. */
  operation: string;
  state: BatchState;
}

export interface PartRow extends Row<"batch_part"> {
  /** Null once it is processed. `ref` and `faults` only of malformed items. */
  request: (Pick<BatchItem, "draft"> & Partial<BatchItem> & { pin_hash: string | null })[] | null;
  results: ItemResult[] | null;
}

export const BatchRecord = defineRecord<"batch", BatchRow>("batch");

interface NewBatch {
  operation: string;
  state: BatchState;
  mode?: string;
  total: number;
  done?: number;
  failed?: number;
}

/** Insert the row with the state and counts of a bulk command; its id is on every event that the command causes. */
export function insertBatch(
  context: Context<never>,
  { operation, state, mode = "best_effort", total, done = 0, failed = 0 }: NewBatch,
): Promise<BatchRow> {
  const finished_at = state === "QUEUED" ? null : context.now.toISOString();
  return BatchRecord.insert(context, {
    public_id: randomUUID(),
    operation,
    state,
    mode,
    items_total: total,
    items_done: done,
    items_failed: failed,
    created_by: context.actor.account_id,
    started_at: finished_at,
    finished_at,
    source: context.request.surface,
  });
}

/** Of a bulk command that has processed its items. */
export async function saveCounts(
  context: Context<never>,
  id: number,
  { done, failed }: { done: number; failed: number },
): Promise<void> {
  const state = failed === 0 ? "COMPLETED" : "COMPLETED_WITH_ERRORS";
  await BatchRecord.change(context, { id }, { items_done: done, items_failed: failed, state });
}

/** By a statement that returns nothing: the requests are megabytes. */
export async function insertParts(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  batch_id: number,
  parts: readonly Pick<PartRow, "part" | "first_index" | "items" | "request">[],
): Promise<void> {
  await db.execute(
    `insert into batch_part (batch_id, part, business_id, first_index, items, request)
     select $1, p.part, $2, p.first_index, p.items, p.request
       from json_to_recordset($3::json) as p(part int, first_index int, items int, request jsonb)`,
    [batch_id, business_id, JSON.stringify(parts)],
  );
}

/** Of a batch that goes on no more. */
export async function dropRequests(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  batch_id: number,
): Promise<void> {
  await db.execute("update batch_part set request = null where business_id = $1 and batch_id = $2", [
    business_id,
    batch_id,
  ]);
}

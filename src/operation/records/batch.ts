/**
 * Batches: many items of one call, each with a result of its own. One that continues in the background is QUEUED, and
 * RUNNING from its first results on, until the last ones or a failure end it. Its request is in the row, or in a table
 * of the family; it is deleted at the end, because it contains personal data.
 */
import { randomUUID } from "node:crypto";
import type { BatchState } from "#vocabulary/batches.ts";
import type { Context } from "../define/context.ts";
import type { Row } from "../define/record.ts";

type Writer = Pick<Context, "db" | "business_id" | "now">;

interface BatchRow extends Row<"batch"> {
  state: BatchState;
}
type FoundBatch = Omit<BatchRow, "request" | "business_id" | "operation" | "mode" | "created_by" | "source">;
/** `request` as it was stored; `results_count`: of the results in the row. */
export type OpenBatch = Pick<BatchRow, "public_id" | "source" | "request"> & { results_count: number };

interface NewBatch {
  /** Name of the operation that creates it. */
  operation: string;
  state: BatchState;
  mode?: string;
  total: number;
  done?: number;
  failed?: number;
  request?: object | null;
}

/** Its id is on every event that the command causes. */
export async function insertBatch(
  { db, business_id, now, actor, request: { surface } }: Context<never>,
  { operation, state, mode = "best_effort", total, done = 0, failed = 0, request = null }: NewBatch,
): Promise<{ id: number; public_id: string }> {
  const public_id = randomUUID();
  // The request may be megabytes, so it is not returned.
  const batch = await db.row<{ id: number }>(
    `insert into batch (public_id, business_id, operation, state, mode, items_total, items_done, items_failed, request,
       created_by, created_at, started_at, finished_at, source)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13) returning id`,
    [
      ...[public_id, business_id, operation, state, mode, total, done, failed],
      request === null ? null : JSON.stringify(request),
      ...[actor.account_id, now, state === "QUEUED" ? null : now, surface],
    ],
  );
  return { id: batch?.id as number, public_id };
}

/** A batch of `operation`, without its request. `lock` waits for the end of a transaction that adds results. */
export const findBatch = (
  { db, business_id }: Pick<Context, "db" | "business_id">,
  operation: string,
  public_id: string,
  { lock = false } = {},
): Promise<FoundBatch | undefined> =>
  db.row(
    `select id, public_id, state, items_total, items_done, items_failed, results, failure, created_at, started_at, finished_at
       from batch where business_id = $1 and operation = $2 and public_id = $3${lock ? " for update" : ""}`,
    [business_id, operation, public_id],
  );

/** Undefined once it has ended. */
export const lockOpenBatch = (
  { db, business_id }: Pick<Context, "db" | "business_id">,
  id: number,
): Promise<OpenBatch | undefined> =>
  db.row(
    `select public_id, source, request, jsonb_array_length(results) as results_count from batch
      where business_id = $1 and id = $2 and state in ('QUEUED', 'RUNNING') for update`,
    [business_id, id],
  );

interface Results {
  done: number;
  failed: number;
  /** Of each item, where the row has them. */
  results?: readonly unknown[];
  /** Ends the batch. */
  is_last: boolean;
}

/** Returns the state and the counts after them. */
export async function addResults(
  { db, business_id, now }: Writer,
  id: number,
  { done, failed, results = [], is_last }: Results,
): Promise<Pick<BatchRow, "state" | "items_done" | "items_failed">> {
  const batch = await db.row<Pick<BatchRow, "state" | "items_done" | "items_failed">>(
    `update batch set results = results || $3::jsonb, items_done = items_done + $4, items_failed = items_failed + $5,
       started_at = coalesce(started_at, $6),
       state = case when not $7 then 'RUNNING' when items_failed + $5 > 0 then 'COMPLETED_WITH_ERRORS' else 'COMPLETED' end,
       finished_at = case when $7 then $6 end, request = case when $7 then null else request end
      where business_id = $1 and id = $2 returning state, items_done, items_failed`,
    [business_id, id, JSON.stringify(results), done, failed, now, is_last],
  );
  return batch as NonNullable<typeof batch>;
}

/** Undefined if it had ended already. */
export const endBatch = (
  { db, business_id, now }: Writer,
  id: number,
  state: "CANCELLED" | "FAILED",
  failure: string | null = null,
): Promise<Omit<OpenBatch, "request"> | undefined> =>
  db.row(
    `update batch set state = $3, failure = $4, finished_at = $5, request = null
      where business_id = $1 and id = $2 and state in ('QUEUED', 'RUNNING')
      returning public_id, source, jsonb_array_length(results) as results_count`,
    [business_id, id, state, failure, now],
  );

/** Jobs over many unified orders, with their items: how they are found, begun, counted and ended. */
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Db } from "#platform/db/db.ts";
import type { BatchState } from "#vocabulary/batches.ts";
import { CANCELLED_ITEM } from "../items.ts";
import { messages } from "../messages.ts";

export interface UnifiedJobRow extends Row<"unified_job"> {
  operation: "uniorderRate" | "uniorderCreate";
  state: BatchState;
}

export const UnifiedJobRecord = defineRecord<"unified_job", UnifiedJobRow>("unified_job");

type Reader = Pick<Context<never>, "db" | "business_id">;

/** A job that the caller may see: customers see their own. */
function findJob(
  { db, business_id, actor }: Reader & Pick<Context<never>, "actor">,
  job_id: string,
  lock: "" | "for update" = "",
): Promise<UnifiedJobRow | undefined> {
  const owner = actor.role === "customer" ? (actor.customer_id ?? 0) : null;
  return db.row<UnifiedJobRow>(
    `select * from unified_job where business_id = $1 and public_id = $2 and ($3::bigint is null or customer_id = $3) ${lock}`,
    [business_id, job_id, owner],
  );
}

export const getVisibleJob = defineGet(findJob, messages.unknown_job);

/** False for one that has ended meanwhile. */
export async function beginJob(
  { db, business_id, now }: Reader & Pick<Context, "now">,
  id: number,
): Promise<boolean> {
  const begun = await db.execute(
    `update unified_job set state = 'RUNNING', started_at = coalesce(started_at, $3)
      where business_id = $1 and id = $2 and finished_at is null`,
    [business_id, id, now],
  );
  return begun > 0;
}

/** Undefined for one that has ended meanwhile. */
export function endJob(
  { db, business_id, now }: Reader & Pick<Context, "now">,
  id: number,
): Promise<UnifiedJobRow | undefined> {
  return db.row<UnifiedJobRow>(
    `update unified_job set state = case when items_failed = 0 then 'COMPLETED' else 'COMPLETED_WITH_ERRORS' end, finished_at = $3
      where business_id = $1 and id = $2 and finished_at is null returning *`,
    [business_id, id, now],
  );
}

/** In their order. Nothing of them is returned: a job has hundreds. */
export async function insertItems(
  { db, business_id }: Reader,
  job_id: number,
  items: readonly unknown[],
): Promise<void> {
  await db.execute(
    `insert into unified_job_item (business_id, job_id, index, input)
     select $1, $2, (i.place - 1)::int, i.input from json_array_elements($3::json) with ordinality as i(input, place)`,
    [business_id, job_id, JSON.stringify(items)],
  );
}

export interface WaitingItem {
  index: number;
  input: Record<string, unknown>;
}

/** Items that are not done, in their order. */
export function listWaiting({ db, business_id }: Reader, job_id: number): Promise<WaitingItem[]> {
  return db.rows<WaitingItem>(
    "select index, input from unified_job_item where business_id = $1 and job_id = $2 and result is null order by index",
    [business_id, job_id],
  );
}

/** Items that are not done will not be; how many. */
export function cancelItems({ db, business_id }: Reader, job_id: number): Promise<number> {
  return db.execute(
    "update unified_job_item set result = $3, input = null where business_id = $1 and job_id = $2 and result is null",
    [business_id, job_id, JSON.stringify(CANCELLED_ITEM)],
  );
}

/** True when the job was cancelled: then these were under way, and their results replace that they were cancelled. */
export async function recordResults(
  db: Db,
  { business_id, id }: UnifiedJobRow,
  results: readonly { index: number; result: Record<string, unknown> }[],
): Promise<boolean> {
  const job = await UnifiedJobRecord.lock({ db, business_id }, id);
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

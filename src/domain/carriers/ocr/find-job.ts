/** The job of an upload that the caller may see. */
import type { Context } from "#operation/define/context.ts";
import { expectRecord } from "#operation/define/get.ts";
import { findBatch } from "#operation/records/batch.ts";
import { READ_OPERATION } from "./job.ts";
import { messages } from "./messages.ts";
import { getOwnerId } from "./records/label-scan.ts";

export async function findJob(
  context: Pick<Context, "db" | "business_id" | "actor">,
  job_id: string,
  { lock = false } = {},
) {
  const { db, business_id } = context;
  const batch = expectRecord(
    await findBatch(context, READ_OPERATION, job_id, { lock }),
    messages.unknown_job,
  );
  const upload = expectRecord(
    await db.row<{ id: number; pages: number }>(
      "select id, pages from label_upload where business_id = $1 and batch_id = $2 and ($3::bigint is null or customer_id = $3)",
      [business_id, batch.id, getOwnerId(context)],
    ),
    messages.unknown_job,
  );
  return {
    batch,
    upload,
    answer: {
      result: true,
      job_id: batch.public_id,
      state: batch.state,
      total: batch.items_total,
      done: batch.items_done,
      failed: batch.items_failed,
      created_at: batch.created_at,
      finished_at: batch.finished_at,
    },
  };
}

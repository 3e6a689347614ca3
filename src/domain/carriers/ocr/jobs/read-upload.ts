/**
 * Reads the pages of an upload that wait, one transaction a page: a retry continues where the first run stopped, and a job that was
 * cancelled ends before its next page.
 */

import type { Context } from "#operation/define/context.ts";
import { defineJob } from "#operation/define/job.ts";
import { addResults, endBatch, lockOpenBatch } from "#operation/records/batch.ts";
import { ThreadsBusy } from "#platform/threads/pool.ts";
import { type ReadFile, readLabelPage } from "../reader.ts";
import { lockQueued } from "../records/label-scan.ts";
import { dropContent } from "../records/label-upload.ts";
import type { Failure } from "../rules.ts";
import { failScan, storePage } from "../store.ts";

interface Upload {
  content: Buffer | null;
  content_type: string;
  pages: number;
}

export const readUploadJob = defineJob({
  name: "ocr.read-upload",
  retries: 5,
  unique: "unfinished",
  expires_s: 3600,

  async run(job, data) {
    const upload_id = Number(data["upload_id"]);
    const batch_id = Number(data["batch_id"]);
    const { db, business_id } = job.reader;
    const upload = await db.row<Upload>(
      "select content, content_type, pages from label_upload where business_id = $1 and id = $2",
      [business_id, upload_id],
    );
    if (upload === undefined || upload.content === null) return;
    for (;;) {
      if (job.stopping()) throw new Error("The service is stopping; the rest is read at the next start.");
      const next = await db.row<{ page: number }>(
        "select page from label_scan where business_id = $1 and upload_id = $2 and status = 'queued' order by page limit 1",
        [business_id, upload_id],
      );
      if (next === undefined) return;
      const read = await readOne(upload.content, upload.content_type, next.page);
      const has_more = await job.transaction((context) =>
        storeRead(context, { upload_id, batch_id, page: next.page, pages: upload.pages }, read),
      );
      if (!has_more) return;
    }
  },

  async giveUp({ transaction }, data) {
    await transaction(async (context) => {
      const upload_id = Number(data["upload_id"]);
      const batch = await endBatch(
        context,
        Number(data["batch_id"]),
        "FAILED",
        "The pages could not be read.",
      );
      if (batch === undefined) return;
      const rows = await lockQueued(context, upload_id);
      for (const row of rows) await failScan(context, row, "gave_up");
      await dropContent(context, upload_id);
      context.emit({
        subject: { type: "label_job", id: batch.public_id },
        kind: "ocr.job_ended",
        payload: { pages: rows.length, failed: rows.length },
      });
    });
  },
});

async function readOne(content: Buffer, type: string, page: number): Promise<ReadFile | Failure> {
  try {
    const read = await readLabelPage(content, type, page);
    if ("fault" in read) return read.fault;
    return read.page.labels.length === 0 ? "nothing_readable" : read;
  } catch (error) {
    // A page that takes too long would take too long again; a full queue does not.
    if (error instanceof ThreadsBusy && error.reason !== "full") return "too_large";
    throw error;
  }
}

/** True while pages wait. */
async function storeRead(
  context: Context<never>,
  { upload_id, batch_id, page, pages }: { upload_id: number; batch_id: number; page: number; pages: number },
  read: ReadFile | Failure,
): Promise<boolean> {
  const batch = await lockOpenBatch(context, batch_id);
  if (batch === undefined) return false;
  const waiting = await lockQueued(context, upload_id);
  const queued = waiting.find((row) => row.page === page);
  if (queued === undefined) return waiting.length > 0;
  const is_failed = typeof read === "string";
  if (is_failed) await failScan(context, queued, read);
  else await storePage(context, read, { upload_id, page, customer_id: queued.customer_id, queued, batch_id });
  const is_last = waiting.length === 1;
  const { items_failed } = await addResults(context, batch_id, {
    done: is_failed ? 0 : 1,
    failed: is_failed ? 1 : 0,
    is_last,
  });
  if (is_last) {
    await dropContent(context, upload_id);
    context.emit({
      subject: { type: "label_job", id: batch.public_id },
      kind: "ocr.job_ended",
      payload: { pages, failed: items_failed },
      batch_id,
    });
  }
  return !is_last;
}

/** Cancel a job of labels: pages that were read stay, the others are not read. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { endBatch } from "#operation/records/batch.ts";
import { findJob } from "../find-job.ts";
import { JobAnswer, JobId } from "../job.ts";
import { messages } from "../messages.ts";
import { lockQueued } from "../records/label-scan.ts";
import { dropContent } from "../records/label-upload.ts";
import { failScan } from "../store.ts";

export const cancelLabelJob = defineOperation({
  name: "ocrLabelJobCancel",
  summary: "Cancel a job of labels",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["ocr:write"] },
  rest: { method: "POST", path: "/api/v1/ocr/jobs/{job_id}/cancel" },
  localised: true,
  input: Type.Object({ job_id: JobId }),
  output: JobAnswer,
  refusals: { job_ended: "conflict" },

  async run(context, { job_id }) {
    const { refuse, emit } = context;
    const { batch, upload } = await findJob(context, job_id, { lock: true });
    const ended = await endBatch(context, batch.id, "CANCELLED");
    if (ended === undefined)
      throw refuse("job_ended", {
        message: messages.job_ended,
        values: { state: batch.state.toLowerCase().replaceAll("_", " ") },
        extra: { state: batch.state },
      });
    const rows = await lockQueued(context, upload.id);
    for (const row of rows) await failScan(context, row, "cancelled");
    await dropContent(context, upload.id);
    emit({
      subject: { type: "label_job", id: batch.public_id },
      kind: "ocr.job_ended",
      payload: { pages: upload.pages, failed: rows.length },
      batch_id: batch.id,
    });
    return (await findJob(context, job_id)).answer;
  },
});

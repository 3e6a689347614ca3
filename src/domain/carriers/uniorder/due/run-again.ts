/** Run a job again that has not ended. */
import { defineDue } from "#operation/define/due.ts";
import { enqueueJob, RUN_AGAIN } from "../queue.ts";
import type { UnifiedJobRow } from "../records/unified-job.ts";

export const runAgainDue = defineDue({
  kind: RUN_AGAIN,

  async run(context, { subject }) {
    const { db, business_id } = context;
    const job = await db.row<UnifiedJobRow>(
      "select * from unified_job where business_id = $1 and id = $2 and finished_at is null",
      [business_id, subject],
    );
    if (job !== undefined) enqueueJob(context, job);
  },
});

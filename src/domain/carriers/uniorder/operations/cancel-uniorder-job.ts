/**
 * Stop a job over many shipments or orders. What it has created remains.
 *
 * Our choice: docs/contract/rest.md names no way to end a job.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Count, StringEnum } from "#vocabulary/basics.ts";
import { BATCH_STATES } from "#vocabulary/batches.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { RUN_AGAIN } from "../queue.ts";
import { cancelItems, getVisibleJob, UnifiedJobRecord } from "../records/unified-job.ts";

export const cancelUniorderJob = defineOperation({
  name: "uniorderJobCancel",
  summary: "Stop a job",
  description:
    "Items that are not done are not begun; those that are under way end, and their results replace that they were cancelled.",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["uniorder:write"] },
  rest: { method: "POST", path: "/api/v1/uniorder/jobs/{job_id}/cancel" },
  input: Type.Object({ job_id: Ref("unified_job", Type.String({ minLength: 1, maxLength: 64 })) }),
  output: Type.Object({
    result: Type.Boolean(),
    job_id: Type.String(),
    state: StringEnum(BATCH_STATES),
    items_done: Count,
    items_cancelled: Count,
  }),
  refusals: { job_finished: "conflict" },

  async run(context, { job_id }) {
    const { now, refuse, emit, due } = context;
    const job = await getVisibleJob(context, job_id, "for update");
    if (job.finished_at !== null)
      throw refuse("job_finished", {
        message: messages.job_finished,
        values: { state: job.state },
        extra: { state: job.state },
      });
    const items_cancelled = await cancelItems(context, job.id);
    const items_failed = job.items_failed + items_cancelled;
    await UnifiedJobRecord.change(context, job, {
      state: "CANCELLED",
      items_failed,
      finished_at: now.toISOString(),
    });
    due.clear(RUN_AGAIN, job.id);
    emit({
      subject: { type: "uniorder_job", id: job.id },
      kind: "uniorder_job.changed",
      payload: { state: "CANCELLED", items_total: job.items_total, items_failed },
      before: { state: job.state },
      after: { state: "CANCELLED" },
    });
    return { result: true, job_id, state: "CANCELLED", items_done: job.items_done, items_cancelled };
  },
});

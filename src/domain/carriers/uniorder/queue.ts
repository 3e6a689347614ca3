/** Queues a job over many items: each is a call of an operation, on behalf of who queued it. */
import { randomUUID } from "node:crypto";
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import type { BackgroundWork } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { BATCH_STATES } from "#vocabulary/batches.ts";
import { insertItems, UnifiedJobRecord, type UnifiedJobRow } from "./records/unified-job.ts";

export const ITEMS_MAX = 500;
/** A due task: run a job again that has not ended, because the queue gives up after some attempts. */
export const RUN_AGAIN = "uniorder.run_again";
const AGAIN_AFTER_MS = 3_600_000;

type Queueing = Pick<Context<never>, "business_id" | "due" | "enqueue" | "now">;

export function enqueueJob(
  { business_id, due, enqueue, now }: Queueing,
  { id, created_by }: Pick<UnifiedJobRow, "id" | "created_by">,
): void {
  due.set(RUN_AGAIN, id, new Date(now.getTime() + AGAIN_AFTER_MS));
  enqueue({
    name: "run-uniorder-job",
    data: { business_id, account_id: created_by, job_id: id },
    unique_key: String(id),
  });
}

export const QueuedAnswer = Type.Object({
  result: Type.Boolean(),
  job_id: Type.String({ description: "For `GET /api/v1/uniorder/jobs/{jobId}`." }),
  state: StringEnum(BATCH_STATES),
  items_total: Type.Integer(),
});

export async function queueJob(
  context: Context<never>,
  operation: UnifiedJobRow["operation"],
  items: readonly unknown[],
): Promise<Type.Static<typeof QueuedAnswer>> {
  const { actor, emit } = context;
  const public_id = randomUUID();
  const job = await UnifiedJobRecord.insert(context, {
    public_id,
    customer_id: actor.role === "customer" ? actor.customer_id : null,
    operation,
    state: "QUEUED",
    items_total: items.length,
    created_by: actor.account_id,
  });
  await insertItems(context, job.id, items);
  emit({
    subject: { type: "uniorder_job", id: job.id, is_new: true },
    kind: "uniorder_job.changed",
    payload: { state: "QUEUED", items_total: items.length, items_failed: 0 },
  });
  enqueueJob(context, { id: job.id, created_by: actor.account_id });
  return { result: true, job_id: public_id, state: "QUEUED", items_total: items.length };
}

/** Members of an operation that queues a job: over MCP it is a task. */
export const JOB_AS_TASK: BackgroundWork = {
  request: () => ({}),
  answer_id: "job_id",
  parameter: "job_id",
  read: "uniorderJob",
  cancel: "uniorderJobCancel",
  describe(read) {
    const { state, created_at, started_at, finished_at, items_done, items_failed, items_total } =
      read as unknown as UnifiedJobRow;
    return {
      state,
      created_at,
      started_at,
      finished_at,
      failure: null,
      progress: `${items_done + items_failed} of ${items_total} items processed, ${items_failed} refused`,
      answer: null,
    };
  },
};

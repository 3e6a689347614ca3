/**
 * State and results of a job over many shipments or orders.
 *
 * Source: docs/contract/mcp.md, `uniorder_job`; the response is our choice.
 */
import Type, { type Static } from "typebox";
import { LabelRateFault } from "#domain/carriers/shipping/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Count, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { BATCH_STATES } from "#vocabulary/batches.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { UnifiedRate } from "../rate.ts";
import { getVisibleJob } from "../records/unified-job.ts";
import { UnifiedOrder } from "../shapes.ts";

const JobItem = Type.Object(
  {
    index: Count,
    result: Type.Boolean(),
    error_code: Nullable(Type.String()),
    message: Nullable(Type.String()),
    rates: Type.Optional(Type.Array(UnifiedRate)),
    faults: Type.Optional(Type.Array(LabelRateFault)),
    uniorder: Type.Optional(UnifiedOrder),
  },
  { $id: "UnifiedJobItem" },
);

export const getUniorderJob = defineOperation({
  name: "uniorderJob",
  summary: "Get the state and results of a job",
  description: "The state of a job over many shipments or orders, and the result of each item so far.",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["uniorder:read"] },
  rest: { method: "GET", path: "/api/v1/uniorder/jobs/{job_id}" },
  mcp: { user: "uniorder_job" },
  input: Type.Object({ job_id: Ref("unified_job", Type.String({ minLength: 1, maxLength: 64 })) }),
  output: Type.Object({
    result: Type.Boolean(),
    job_id: Type.String(),
    state: StringEnum(BATCH_STATES),
    finished: Type.Boolean(),
    items_total: Count,
    items_done: Count,
    items_failed: Count,
    created_at: Timestamp,
    started_at: Nullable(Timestamp),
    finished_at: Nullable(Timestamp),
    items: Type.Array(JobItem, { description: "Those that are done, in the order of the request." }),
  }),

  async run(context, { job_id }) {
    const { db, business_id } = context;
    const job = await getVisibleJob(context, job_id);
    const items = await db.rows<{ index: number; result: Omit<Static<typeof JobItem>, "index"> }>(
      "select index, result from unified_job_item where business_id = $1 and job_id = $2 and result is not null order by index",
      [business_id, job.id],
    );
    return {
      result: true,
      job_id,
      state: job.state,
      finished: job.finished_at !== null,
      items_total: job.items_total,
      items_done: job.items_done,
      items_failed: job.items_failed,
      created_at: job.created_at,
      started_at: job.started_at,
      finished_at: job.finished_at,
      items: items.map(({ index, result }) => ({ ...result, index })),
    };
  },
});

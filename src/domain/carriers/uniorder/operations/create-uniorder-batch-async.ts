/**
 * Create up to 500 unified orders in the background.
 *
 * Source: docs/contract/mcp.md, `uniorder_create_batch_async`; the body is our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { createMembers } from "../create.ts";
import { ITEMS_MAX, JOB_AS_TASK, QueuedAnswer, queueJob } from "../queue.ts";

export const createUniorderBatchAsync = defineOperation({
  name: "uniorderCreateBatchAsync",
  summary: "Create up to 500 unified orders in the background",
  description:
    "Returns a job_id at once, with which the results can be read. Each order is created on its own, at its own rate_id.",
  risk: "high",
  destructive: false,
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["uniorder:write"] },
  rest: { method: "POST", path: "/api/v1/uniorder/batch-async", status: 202, body_limit: 8 * 1024 * 1024 },
  mcp: { user: "uniorder_create_batch_async" },
  background: JOB_AS_TASK,
  input: Type.Object({
    orders: Type.Array(Type.Object(createMembers), { minItems: 1, maxItems: ITEMS_MAX }),
  }),
  output: QueuedAnswer,

  run: (context, { orders }) => queueJob(context, "uniorderCreate", orders),
});

/**
 * Rate up to 500 shipments in the background.
 *
 * Source: docs/contract/mcp.md, `uniorder_rate_batch_async`; the body is our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { ITEMS_MAX, JOB_AS_TASK, QueuedAnswer, queueJob } from "../queue.ts";
import { unifiedRateMembers } from "../rate.ts";

export const rateUniorderBatchAsync = defineOperation({
  name: "uniorderRateBatchAsync",
  summary: "Get rates of up to 500 shipments in the background",
  description:
    "Returns a job_id at once, with which the rates can be read. Each shipment is rated on its own.",
  risk: "low",
  destructive: false,
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["uniorder:read"] },
  rest: {
    method: "POST",
    path: "/api/v1/uniorder/rate/batch-async",
    status: 202,
    body_limit: 8 * 1024 * 1024,
  },
  mcp: { user: "uniorder_rate_batch_async" },
  background: JOB_AS_TASK,
  input: Type.Object({
    shipments: Type.Array(Type.Object(unifiedRateMembers), { minItems: 1, maxItems: ITEMS_MAX }),
  }),
  output: QueuedAnswer,

  run: (context, { shipments }) => queueJob(context, "uniorderRate", shipments),
});

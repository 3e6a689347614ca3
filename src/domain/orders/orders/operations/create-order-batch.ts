/**
 * Create up to 100 orders at once. All orders of a call carry one batch id.
 *
 * Source: docs/contract/mcp.md, "bulk_create_orders".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { bulkAnswer, bulkMembers } from "#vocabulary/bulk.ts";
import { createBatch, ItemResult, resolveItems } from "../intake/batch.ts";
import { OrderDrafts, parseBatchItems } from "../intake/draft.ts";

export const BATCH_MAX = 100;

export const createOrderBatch = defineOperation({
  name: "clientBatchOrderCreate",
  summary: "Create up to 100 orders",
  description:
    "best_effort, the default, creates the valid orders and returns the errors of the others; all_or_nothing creates " +
    "none when one is invalid.",
  risk: "high",
  destructive: false,
  access: { scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/client/batchOrderCreate" },
  mcp: { user: "bulk_create_orders" },
  input: Type.Object({
    orders: OrderDrafts(BATCH_MAX),
    mode: Type.Optional(
      Type.Unsafe<"best_effort" | "all_or_nothing">({
        type: "string",
        enum: ["best_effort", "all_or_nothing"],
        default: "best_effort",
      }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean({ description: "True when at least one order was created." }),
    batch_id: Type.Integer(),
    ...bulkMembers,
    orders: Type.Array(ItemResult, { description: "One entry per order of the request, in its sequence." }),
  }),
  refusals: { batch_refused: "invalid" },

  prepare: (context, { orders }) => resolveItems(context, parseBatchItems(orders)),

  async run(context, { mode }, drafts) {
    const { batch_id, items } = await createBatch(context, drafts, mode ?? "best_effort");
    return { batch_id, ...bulkAnswer(items, ({ order_id }) => order_id), orders: items };
  },
});

/**
 * Create up to 100 orders at once. All orders of a call carry one batch id.
 *
 * Source: docs/contract/mcp.md, "bulk_create_orders".
 */
import Type from "typebox";
import { resolvePlaces } from "#domain/addressbook/public.ts";
import { defineOperation } from "#operation/define.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { createBatch, ItemResult } from "../batch.ts";
import { OrderDraft } from "../draft.ts";

export const BATCH_MAX = 100;

export const createOrderBatch = defineOperation({
  name: "clientBatchOrderCreate",
  summary: "Create up to 100 orders",
  description:
    "best_effort, the default, makes the good ones and says of each other one why not; all_or_nothing makes none " +
    "when one is bad.",
  effect: "write",
  risk: "high",
  access: { roles: BUSINESS_ROLES, scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/client/batchOrderCreate" },
  mcp: { user: "bulk_create_orders" },
  input: Type.Object({
    orders: Type.Array(OrderDraft, { minItems: 1, maxItems: BATCH_MAX }),
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
    created: Type.Integer(),
    failed: Type.Integer(),
    orders: Type.Array(ItemResult, { description: "One entry per order of the request, in its sequence." }),
  }),
  refusals: { batch_refused: "invalid" },

  prepare: (context, { orders }) => resolvePlaces(context, orders),

  async run(context, { mode }, drafts) {
    const { batch_id, items } = await createBatch(context, drafts, mode ?? "best_effort");
    const created = items.filter((item) => item.result).length;
    return { result: created > 0, batch_id, created, failed: items.length - created, orders: items };
  },
});

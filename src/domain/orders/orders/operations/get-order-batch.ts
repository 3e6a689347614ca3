/**
 * Status and results of a background batch.
 *
 * Source: docs/contract/mcp.md, "get_async_batch_result".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { findBatch } from "#operation/records/batch.ts";
import { Count, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { BATCH_STATES } from "#vocabulary/batches.ts";
import { Ref } from "#vocabulary/ref.ts";
import { ItemResult } from "../intake/batch.ts";
import { messages } from "../messages.ts";

export const getOrderBatch = defineOperation({
  name: "clientAsync",
  summary: "Get the status and results of a background batch",
  description: "The state of the batch and the result of each order so far.",
  access: { scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/client/async/{id}" },
  mcp: { user: "get_async_batch_result" },
  input: Type.Object({
    id: Ref("batch", Type.String({ minLength: 1, maxLength: 64, description: "The asyncId." })),
    only_failed: Type.Optional(
      Type.Boolean({ description: "Only the results of orders that were not created." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    asyncId: Type.String(),
    batch_id: Type.Integer(),
    state: StringEnum(BATCH_STATES),
    finished: Type.Boolean(),
    items_total: Count,
    items_done: Type.Integer({ minimum: 0, description: "Orders created so far." }),
    items_failed: Type.Integer({ minimum: 0, description: "Orders refused so far." }),
    failure: Nullable(Type.String({ description: "Why the batch as a whole failed." })),
    created_at: Timestamp,
    started_at: Nullable(Timestamp),
    finished_at: Nullable(Timestamp),
    orders: Type.Array(ItemResult, {
      description: "Those processed so far, in the sequence of the request.",
    }),
  }),

  async run(context, { id, only_failed }) {
    const { db, business_id, refuse } = context;
    const batch = await findBatch(context, "clientBatchOrderCreateAsync", id);
    if (batch === undefined) throw refuse("not_found", { message: messages.unknown_batch });
    const parts = await db.rows<{ results: ItemResult[] }>(
      "select results from batch_part where business_id = $1 and batch_id = $2 and results is not null order by part",
      [business_id, batch.id],
    );
    const orders = parts.flatMap((part) => part.results);
    return {
      result: true,
      asyncId: batch.public_id,
      batch_id: batch.id,
      state: batch.state,
      finished: batch.finished_at !== null,
      items_total: batch.items_total,
      items_done: batch.items_done,
      items_failed: batch.items_failed,
      failure: batch.failure,
      created_at: batch.created_at,
      started_at: batch.started_at,
      finished_at: batch.finished_at,
      orders: only_failed ? orders.filter((item) => !item.result) : orders,
    };
  },
});

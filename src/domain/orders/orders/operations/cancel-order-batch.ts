/** Stop a background batch. Orders that it has created remain. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { endBatch, findBatch } from "#operation/records/batch.ts";
import { Count, StringEnum } from "#vocabulary/basics.ts";
import { BATCH_STATES } from "#vocabulary/batches.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { dropRequests } from "../records/batch-part.ts";

export const cancelOrderBatch = defineOperation({
  name: "clientAsyncCancel",
  summary: "Stop a background batch",
  access: { scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/client/async/{id}/cancel" },
  input: Type.Object({
    id: Ref("batch", Type.String({ minLength: 1, maxLength: 64, description: "The asyncId." })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    asyncId: Type.String(),
    state: StringEnum(BATCH_STATES),
    created: Count,
    not_created: Count,
  }),
  refusals: { batch_finished: "conflict" },

  async run(context, { id }) {
    const { refuse, emit } = context;
    // The worker locks this row while it processes a part, so a cancellation waits for the end of that part.
    const batch = await findBatch(context, "clientBatchOrderCreateAsync", id, { lock: true });
    if (batch === undefined) throw refuse("not_found", { message: messages.unknown_batch });
    if (batch.state !== "QUEUED" && batch.state !== "RUNNING") {
      throw refuse("batch_finished", {
        message: messages.batch_finished,
        values: { state: batch.state },
        extra: { state: batch.state },
      });
    }
    await Promise.all([endBatch(context, batch.id, "CANCELLED"), dropRequests(context, batch.id)]);
    emit({
      subject: { type: "batch", id: batch.id },
      kind: "batch.cancelled",
      payload: { created: batch.items_done },
      batch_id: batch.id,
      before: { state: batch.state },
      after: { state: "CANCELLED" },
    });
    return {
      result: true,
      asyncId: id,
      state: "CANCELLED",
      created: batch.items_done,
      not_created: batch.items_total - batch.items_done,
    };
  },
});

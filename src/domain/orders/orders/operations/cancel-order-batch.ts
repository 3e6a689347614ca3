/** Stop a background batch. Orders that it has created remain. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Count, StringEnum } from "#vocabulary/basics.ts";
import { BATCH_STATES } from "#vocabulary/batches.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { BatchRecord, dropRequests } from "../records/batch.ts";

export const cancelOrderBatch = defineOperation({
  name: "clientAsyncCancel",
  summary: "Stop a background batch",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["orders:write"] },
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
    const { db, business_id, now, refuse, emit } = context;
    // The worker locks this row while it processes a part, so a cancellation waits for the end of that part.
    const batch = await db.row<{ id: number; state: string; items_total: number; items_done: number }>(
      `select id, state, items_total, items_done from batch
        where business_id = $1 and public_id = $2 and operation = 'clientBatchOrderCreateAsync' for update`,
      [business_id, id],
    );
    if (batch === undefined) throw refuse("not_found", { message: messages.unknown_batch });
    if (batch.state !== "QUEUED" && batch.state !== "RUNNING") {
      throw refuse("batch_finished", {
        message: messages.batch_finished,
        values: { state: batch.state },
        extra: { state: batch.state },
      });
    }
    await Promise.all([
      BatchRecord.change(context, batch, { state: "CANCELLED", finished_at: now.toISOString() }),
      dropRequests(context, batch.id),
    ]);
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

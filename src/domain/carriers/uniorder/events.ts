/** The events of unified orders. What happens to them are events of the order or label that they are a view of. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { BATCH_STATES } from "#vocabulary/batches.ts";

export const events = defineEvents(
  {
    "uniorder.created": {
      record_kinds: ["uniorder"],
      scope: "uniorder:read",
      summary: "A unified order was created, as an own delivery or as a label of a carrier.",
      payload: Type.Object({
        customer_id: Nullable(Id),
        kind: StringEnum(["self", "label"]),
        order_id: Nullable(Id),
        label_order_id: Nullable(Id),
      }),
      public_types: ["uniorder.created"],
    },
    "uniorder_job.changed": {
      record_kinds: ["uniorder_job"],
      scope: "uniorder:read",
      summary: "A job over many unified orders was queued, or has ended.",
      payload: Type.Object({
        state: StringEnum(BATCH_STATES),
        items_total: Type.Integer(),
        items_failed: Type.Integer(),
      }),
      public_types: ["uniorder_job.changed"],
    },
  },
  {
    "uniorder.created": "A unified order was created.",
    "uniorder_job.changed": "A job over many unified orders was queued, or has ended.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}

/** The events of writes that wait for an approval. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, Timestamp } from "#vocabulary/basics.ts";

const proposal = groupEvents({ record_kinds: ["proposal"], scope: "approvals:read", topics: ["dispatch"] });
const Decided = Type.Object({ operation: Type.String(), tool: Nullable(Type.String()) });

export const events = defineEvents(
  {
    "approval.pending": proposal(
      "A write was queued for approval.",
      {
        operation: Type.String(),
        tool: Nullable(Type.String()),
        expires_at: Timestamp,
      },
      { public_types: ["approval.pending"] },
    ),
    "approval.superseded": proposal(
      "The same write was proposed again; this proposal is not decided any more.",
      { by: Id },
      { public_types: ["approval.decided"] },
    ),
    "approval.expired": proposal(
      "Nobody decided a proposal in time.",
      {},
      { public_types: ["approval.decided"] },
    ),
    "approval.approved": proposal("A proposal was approved.", Decided),
    "approval.rejected": proposal("A proposal was rejected.", Decided, {
      public_types: ["approval.decided"],
    }),
    "approval.executed": proposal("An approved write was executed.", Decided, {
      public_types: ["approval.decided"],
    }),
    "approval.execution_failed": proposal(
      "An approved write was refused when it was executed.",
      { ...Decided.properties, error_code: Type.String() },
      { public_types: ["approval.decided"] },
    ),
  },
  {
    "approval.pending": "A write waits for an approval.",
    "approval.decided":
      "A write waits for an approval no more: executed, rejected, refused, expired, or proposed again.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}

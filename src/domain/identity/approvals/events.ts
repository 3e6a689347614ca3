/** The events of writes that wait for an approval. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, Timestamp } from "#vocabulary/basics.ts";

const proposal = { subjects: ["proposal"], scope: "approvals:read", topics: ["dispatch"] } as const;
const Decided = Type.Object({ operation: Type.String(), tool: Nullable(Type.String()) });

export const events = defineEvents(
  {
    "approval.pending": {
      ...proposal,
      summary: "A write was queued for approval.",
      payload: Type.Object({
        operation: Type.String(),
        tool: Nullable(Type.String()),
        expires_at: Timestamp,
      }),
      public_types: ["approval.pending"],
    },
    "approval.superseded": {
      ...proposal,
      summary: "The same write was proposed again; this proposal is not decided any more.",
      payload: Type.Object({ by: Id }),
      public_types: ["approval.decided"],
    },
    "approval.expired": {
      ...proposal,
      summary: "Nobody decided a proposal in time.",
      payload: Type.Object({}),
      public_types: ["approval.decided"],
    },
    "approval.approved": { ...proposal, summary: "A proposal was approved.", payload: Decided },
    "approval.rejected": {
      ...proposal,
      summary: "A proposal was rejected.",
      payload: Decided,
      public_types: ["approval.decided"],
    },
    "approval.executed": {
      ...proposal,
      summary: "An approved write was executed.",
      payload: Decided,
      public_types: ["approval.decided"],
    },
    "approval.execution_failed": {
      ...proposal,
      summary: "An approved write was refused when it was executed.",
      payload: Type.Object({ ...Decided.properties, error_code: Type.String() }),
      public_types: ["approval.decided"],
    },
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

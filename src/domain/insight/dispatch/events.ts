/** The events of attention items. */
import Type from "typebox";
import { SEVERITIES } from "#operation/define/attention.ts";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";

const item = { subjects: ["attention_item"], scope: "dispatch:read", topics: ["dispatch"] } as const;

export const events = defineEvents(
  {
    "attention.opened": {
      ...item,
      summary: "Something needs a decision.",
      payload: Type.Object({
        kind: Type.String(),
        severity: StringEnum(SEVERITIES),
        subject_type: Type.String(),
        subject_id: Id,
        order_id: Nullable(Id),
        route_id: Nullable(Id),
      }),
      public_types: ["attention.opened"],
    },
    "attention.cleared": {
      ...item,
      summary: "The cause of an attention item is gone.",
      payload: Type.Object({ kind: Type.String() }),
      public_types: ["attention.cleared"],
    },
    "attention.snoozed": {
      ...item,
      summary: "An attention item was snoozed.",
      payload: Type.Object({ until: Timestamp }),
    },
    "attention.reopened": {
      ...item,
      summary: "An attention item is open again.",
      payload: Type.Object({
        reason: StringEnum(["snooze_ended", "by_person"] as const),
      }),
    },
    "attention.assigned": {
      ...item,
      summary: "An attention item was assigned to a person, or to nobody.",
      payload: Type.Object({
        kind: Type.String(),
        account_id: Nullable(Type.Integer({ description: "Null when it is assigned to nobody." })),
        previous_account_id: Nullable(Id),
      }),
    },
    "attention.decided": {
      ...item,
      summary: "An attention item was decided.",
      payload: Type.Object({
        kind: Type.String(),
        decision_id: Id,
        action: Nullable(Type.String({ description: "The operation that was chosen." })),
      }),
      public_types: ["attention.decided"],
    },
    "attention.rule_changed": {
      summary: "A rule for attention items was changed.",
      subjects: ["business"],
      scope: "settings:read",
      payload: Type.Object({ kinds: Type.Array(Type.String()) }),
    },
  },
  {
    "attention.opened": "Something needs a decision.",
    "attention.cleared": "The cause of an attention item is gone.",
    "attention.decided": "An attention item was decided.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}

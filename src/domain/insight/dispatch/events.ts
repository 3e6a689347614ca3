/** The events of attention items. */
import Type from "typebox";
import { SEVERITIES } from "#operation/define/attention.ts";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";

const item = groupEvents({ record_kinds: ["attention_item"], scope: "dispatch:read", topics: ["dispatch"] });

export const events = defineEvents(
  {
    "attention.opened": item(
      "Something needs a decision.",
      {
        kind: Type.String(),
        severity: StringEnum(SEVERITIES),
        subject_type: Type.String(),
        subject_id: Id,
        order_id: Nullable(Id),
        route_id: Nullable(Id),
      },
      { public_types: ["attention.opened"] },
    ),
    "attention.cleared": item(
      "The cause of an attention item is gone.",
      { kind: Type.String() },
      { public_types: ["attention.cleared"] },
    ),
    "attention.snoozed": item("An attention item was snoozed.", { until: Timestamp }),
    "attention.reopened": item("An attention item is open again.", {
      reason: StringEnum(["snooze_ended", "by_person"] as const),
    }),
    "attention.assigned": item("An attention item was assigned to a person, or to nobody.", {
      kind: Type.String(),
      account_id: Nullable(Type.Integer({ description: "Null when it is assigned to nobody." })),
      previous_account_id: Nullable(Id),
    }),
    "attention.decided": item(
      "An attention item was decided.",
      {
        kind: Type.String(),
        decision_id: Id,
        action: Nullable(Type.String({ description: "The operation that was chosen." })),
      },
      { public_types: ["attention.decided"] },
    ),
    "attention.rule_changed": {
      summary: "A rule for attention items was changed.",
      record_kinds: ["business"],
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

/** The events of notifications. Addresses and texts are in none: they are personal. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { CHANNELS, NOTIFICATION_EVENTS } from "./rules.ts";

const notification = {
  subjects: ["notification"],
  scope: "orders:read",
  topics: ["dispatch"],
  payload: Type.Object({
    order_id: Id,
    event: StringEnum(NOTIFICATION_EVENTS),
    channel: StringEnum(CHANNELS),
    state: StringEnum(["deferred", "suppressed", "enqueued", "sent", "failed"]),
    reason: Nullable(Type.String()),
  }),
} as const;

const recipient = {
  subjects: ["notification_recipient"],
  scope: "orders:read",
  payload: Type.Object({
    channel: StringEnum(["sms", "email"]),
    by: StringEnum(["link", "reply", "staff"]),
  }),
} as const;

export const events = defineEvents(
  {
    "notification.recorded": {
      ...notification,
      summary: "A recipient is told of an event, later or not at all.",
      public_types: ["notification.recorded"],
    },
    "notification.changed": {
      ...notification,
      summary: "A notification that waited was decided, or a push service answered.",
      public_types: ["notification.recorded"],
    },
    "notification.opted_out": {
      ...recipient,
      summary: "The owner of an address wants no notifications any more.",
      public_types: ["notification.opted_out"],
    },
    "notification.opted_in": {
      ...recipient,
      summary: "The owner of an address wants notifications again.",
      public_types: ["notification.opted_in"],
    },
    "notification.push_added": {
      subjects: ["notification_push"],
      scope: "orders:read",
      summary: "A recipient's browser takes the notifications about an order.",
      payload: Type.Object({ order_id: Id }),
    },
    "notification.push_removed": {
      subjects: ["notification_push"],
      scope: "orders:read",
      summary: "A recipient's browser takes the notifications about an order no more.",
      payload: Type.Object({ order_id: Id }),
    },
    "notification.settings_changed": {
      subjects: ["business"],
      scope: "settings:read",
      summary: "What recipients are told was changed.",
      payload: Type.Object({ members: Type.Array(Type.String()) }),
    },
    "notification.template_changed": {
      subjects: ["business"],
      scope: "settings:read",
      summary: "The text of a notification was changed, or its own text removed.",
      payload: Type.Object({
        event: StringEnum(NOTIFICATION_EVENTS),
        channel: StringEnum(CHANNELS),
        language: Type.String(),
        removed: Type.Boolean(),
      }),
    },
  },
  {
    "notification.recorded": "A notification to a recipient was sent, deferred or suppressed.",
    "notification.opted_out": "The owner of an address wants no notifications any more.",
    "notification.opted_in": "The owner of an address wants notifications again.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}

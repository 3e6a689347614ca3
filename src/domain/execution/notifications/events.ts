/** The events of notifications. Addresses and texts are in none: they are personal. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { CHANNELS, NOTIFICATION_EVENTS } from "./rules.ts";

const NotificationPayload = Type.Object({
  order_id: Id,
  event: StringEnum(NOTIFICATION_EVENTS),
  channel: StringEnum(CHANNELS),
  state: StringEnum(["deferred", "suppressed", "enqueued", "sent", "failed"]),
  reason: Nullable(Type.String()),
});
const notification = groupEvents({
  record_kinds: ["notification"],
  scope: "orders:read",
  topics: ["dispatch"],
});

const RecipientPayload = Type.Object({
  channel: StringEnum(["sms", "email"]),
  by: StringEnum(["link", "reply", "staff"]),
});
const recipient = groupEvents({ record_kinds: ["notification_recipient"], scope: "orders:read" });

const notification_push = groupEvents({ record_kinds: ["notification_push"], scope: "orders:read" });
const business = groupEvents({ record_kinds: ["business"], scope: "settings:read" });

export const events = defineEvents(
  {
    "notification.recorded": notification(
      "A recipient is told of an event, later or not at all.",
      NotificationPayload,
      { public_types: ["notification.recorded"] },
    ),
    "notification.changed": notification(
      "A notification that waited was decided, or a push service answered.",
      NotificationPayload,
      { public_types: ["notification.recorded"] },
    ),
    "notification.opted_out": recipient(
      "The owner of an address wants no notifications any more.",
      RecipientPayload,
      { public_types: ["notification.opted_out"] },
    ),
    "notification.opted_in": recipient(
      "The owner of an address wants notifications again.",
      RecipientPayload,
      { public_types: ["notification.opted_in"] },
    ),
    "notification.push_added": notification_push(
      "A recipient's browser takes the notifications about an order.",
      { order_id: Id },
    ),
    "notification.push_removed": notification_push(
      "A recipient's browser takes the notifications about an order no more.",
      { order_id: Id },
    ),
    "notification.settings_changed": business("What recipients are told was changed.", {
      members: Type.Array(Type.String()),
    }),
    "notification.template_changed": business(
      "The text of a notification was changed, or its own text removed.",
      {
        event: StringEnum(NOTIFICATION_EVENTS),
        channel: StringEnum(CHANNELS),
        language: Type.String(),
        removed: Type.Boolean(),
      },
    ),
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

/** The events of conversations. What was written is in no event: it is personal, and deleted in time. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Count, Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { CHAT_STATES, PARTICIPANT_ROLES } from "./rules.ts";

/** Push lets nobody else outside the business follow an event: who took part when it happened. */
const audience = {
  driver_id: Nullable(Id),
  customer_id: Nullable(Id),
  contractor_account_id: Nullable(Id),
};
const chat = groupEvents({ record_kinds: ["order_chat"], scope: "chat:read", topics: ["order-chat"] });
const Role = StringEnum(PARTICIPANT_ROLES);

export const events = defineEvents(
  {
    "order_chat.message_posted": chat(
      "Somebody wrote in the conversation about an order.",
      {
        order_id: Id,
        message_seq: Id,
        message_id: Id,
        author_role: Role,
        attachments: Count,
        ...audience,
      },
      { topics: ["order-chat", "driver"], push_type: "order_chat_message", public_types: ["chat.message"] },
    ),
    "order_chat.message_deleted": chat(
      "A message was deleted by its author or an administrator.",
      { order_id: Id, message_seq: Id, by_author: Type.Boolean(), ...audience },
      { public_types: ["chat.message_deleted"] },
    ),
    "order_chat.read": chat(
      "A participant has read up to a message.",
      { order_id: Id, read_seq: Id, reader_role: Role, ...audience },
      { public_types: ["chat.read"] },
    ),
    "order_chat.changed": chat(
      "A conversation was closed or reopened, or its customer admitted or excluded.",
      {
        order_id: Id,
        state: StringEnum(CHAT_STATES),
        customer_enabled: Type.Boolean(),
        ...audience,
      },
    ),
    "order_chat.messages_expired": {
      record_kinds: ["order_chat"],
      scope: "chat:read",
      summary: "Messages were deleted because they are older than the business keeps them.",
      payload: Type.Object({ order_id: Id, messages: Count, up_to_seq: Id }),
    },
    "order_chat.settings_changed": {
      record_kinds: ["business"],
      scope: "settings:read",
      summary: "The settings of conversations about orders were changed.",
      payload: Type.Object({ members: Type.Array(Type.String()) }),
    },
  },
  {
    "chat.message": "Somebody wrote in the conversation about an order.",
    "chat.message_deleted": "A message of a conversation was deleted.",
    "chat.read": "A participant of a conversation has read up to a message.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}

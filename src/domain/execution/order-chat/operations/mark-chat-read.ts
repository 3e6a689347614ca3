/** How far the caller has read. Marks only move forward, and one that moves nothing leaves no event. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { OrderId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { getParticipant, lockChat, markRead } from "../records/chat.ts";
import { countUnread } from "../records/message.ts";

export const markChatRead = defineOperation({
  name: "orderChatRead",
  summary: "Mark messages about an order as read",
  destructive: false,
  access: { roles: TENANT_ROLES, scopes: ["chat:read"] },
  feature: "order_chat",
  rest: { method: "POST", path: "/api/v1/order-chat/orders/{order_id}/read" },
  localised: true,
  input: Type.Object({
    order_id: Ref("order", OrderId),
    up_to_seq: Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      description: "The last message that was read; a later number means all that there are.",
    }),
  }),
  output: Type.Object({ result: Type.Boolean(), read_seq: Type.Integer(), unread: Type.Integer() }),

  async run(context, { order_id, up_to_seq }) {
    const { emit } = context;
    const who = getParticipant(context);
    const chat = await lockChat(context, order_id);
    const { last_seq } = await countUnread(context, who, order_id);
    const read_seq = Math.min(up_to_seq, last_seq);
    if (read_seq > 0 && (await markRead(context, who, order_id, read_seq))) {
      emit({
        subject: { type: "order_chat", id: order_id },
        kind: "order_chat.read",
        payload: { order_id, read_seq, reader_role: who.role, ...chat.audience },
      });
    }
    const counted = await countUnread(context, who, order_id);
    return { result: true, read_seq: counted.read_seq, unread: counted.unread };
  },
});

/** The conversation about an order: who takes part, what may be done, and how much is unread. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { OrderId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { getChat, getParticipant } from "../records/chat.ts";
import { Conversation, toConversation } from "../shapes.ts";

export const getConversation = defineOperation({
  name: "orderChat",
  summary: "Get the conversation about an order",
  access: { roles: TENANT_ROLES, scopes: ["chat:read"] },
  feature: "order_chat",
  provides: ["orders.chat"],
  rest: { method: "GET", path: "/api/v1/order-chat/orders/{order_id}" },
  localised: true,
  input: Type.Object({ order_id: Ref("order", OrderId) }),
  output: Type.Object({ result: Type.Boolean(), conversation: Conversation }),

  async run(context, { order_id }) {
    const chat = await getChat(context, order_id);
    return { result: true, conversation: await toConversation(context, getParticipant(context), chat) };
  },
});

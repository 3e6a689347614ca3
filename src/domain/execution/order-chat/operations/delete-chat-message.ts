/** Delete a message: its text, position and files go, its place in the conversation stays. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { OrderId, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { getParticipant, lockChat } from "../records/chat.ts";
import { clearMessage, readMessages } from "../records/message.ts";
import { mayDelete } from "../rules.ts";

export const deleteChatMessage = defineOperation({
  name: "orderChatMessageDelete",
  summary: "Delete a message about an order",
  description: "Its author for 15 minutes, an administrator at any time.",
  access: { roles: TENANT_ROLES, scopes: ["chat:write"] },
  feature: "order_chat",
  rest: { method: "DELETE", path: "/api/v1/order-chat/orders/{order_id}/messages/{message_seq}" },
  localised: true,
  input: Type.Object({
    order_id: Ref("order", OrderId),
    message_seq: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  }),
  output: Type.Object({ result: Type.Boolean(), deleted_at: Timestamp }),
  refusals: { delete_refused: "conflict" },

  async run(context, { order_id, message_seq }) {
    const { actor, now, refuse, emit } = context;
    const who = getParticipant(context);
    const chat = await lockChat(context, order_id);
    const { rows } = await readMessages(context, who, order_id, {
      after: message_seq - 1,
      before: null,
      limit: 1,
    });
    const [row] = rows;
    if (row?.seq !== message_seq) throw refuse("not_found", { message: messages.unknown_message });
    if (!mayDelete({ account_id: who.account_id, is_admin: actor.role === "client_admin" }, row, now))
      throw refuse("delete_refused", { message: messages.delete_refused });
    await clearMessage(context, row, who.account_id);
    emit({
      subject: { type: "order_chat", id: order_id },
      kind: "order_chat.message_deleted",
      payload: {
        order_id,
        message_seq,
        by_author: row.author_account_id === who.account_id,
        ...chat.audience,
      },
    });
    return { result: true, deleted_at: now.toISOString() };
  },
});

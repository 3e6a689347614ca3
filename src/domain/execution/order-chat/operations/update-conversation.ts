/** Admit or exclude the customer of an order, close its conversation, or reopen it. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { OrderId, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { getChat, getParticipant, lockChat } from "../records/chat.ts";
import { CHAT_STATES, isCustomerEnabled } from "../rules.ts";
import { Conversation, toConversation } from "../shapes.ts";

export const updateConversation = defineOperation({
  name: "orderChatUpdate",
  summary: "Update the conversation about an order",
  description:
    "A customer who is admitted reads what is posted from then on. A closed conversation can be read; nobody writes in it.",
  access: { scopes: ["chat:write"] },
  feature: "order_chat",
  rest: { method: "PATCH", path: "/api/v1/order-chat/orders/{order_id}" },
  localised: true,
  input: Type.Object({
    order_id: Ref("order", OrderId),
    customer_enabled: Type.Optional(Type.Boolean()),
    state: Type.Optional(StringEnum(CHAT_STATES)),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), conversation: Conversation }),
  refusals: { customers_off: "conflict", no_customer: "conflict" },

  async run(context, { order_id, customer_enabled, state }) {
    const { db, business_id, now, refuse, emit, expectVersion } = context;
    const who = getParticipant(context);
    const chat = await lockChat(context, order_id);
    expectVersion(chat.version ?? 1);
    if (customer_enabled === true && chat.rules.customers === "off")
      throw refuse("customers_off", { message: messages.customers_off });
    if (customer_enabled === true && chat.customer_id === null)
      throw refuse("no_customer", { message: messages.no_customer });
    const enabled_before = isCustomerEnabled(chat, chat.rules);
    const moves_state = state !== undefined && state !== chat.state;
    const moves_customer = customer_enabled !== undefined && customer_enabled !== enabled_before;
    if (moves_state || moves_customer) {
      await db.execute(
        `update order_chat set version = version + 1, customer_enabled = coalesce($3, customer_enabled),
           closed_at = case when $4 = 'closed' then $5::timestamptz when $4 = 'open' then null else closed_at end,
           reopened_at = case when $4 = 'open' then $5::timestamptz else reopened_at end
         where business_id = $1 and order_id = $2`,
        [business_id, order_id, moves_customer ? customer_enabled : null, moves_state ? state : null, now],
      );
    }
    const after = await getChat(context, order_id);
    if (moves_state || moves_customer) {
      const enabled_after = isCustomerEnabled(after, after.rules);
      emit({
        subject: { type: "order_chat", id: order_id },
        kind: "order_chat.changed",
        payload: {
          order_id,
          state: after.state,
          customer_enabled: enabled_after,
          // A member who is excluded now is notified as well.
          ...after.audience,
          customer_id: after.audience.customer_id ?? chat.audience.customer_id,
        },
        before: { state: chat.state, customer_enabled: enabled_before },
        after: { state: after.state, customer_enabled: enabled_after },
      });
    }
    return {
      result: true,
      version: after.version ?? 1,
      conversation: await toConversation(context, who, after),
    };
  },
});

/** Conversations: who may follow the topic of one. */
import { defineRecordKind } from "#operation/define/record-kind.ts";
import { findParticipant, isReadableOrder, loadAudiences } from "../records/chat.ts";
import { takesPart } from "../rules.ts";

export const orderChatKind = defineRecordKind({
  kind: "order_chat",

  topic: {
    name: "order-chat",
    scope: "chat:read",
    feature: "order_chat",
    id_member: "order_id",

    async maySubscribe(context, order_id) {
      const who = findParticipant(context.actor);
      if (who === null || !(await isReadableOrder(context, order_id))) return false;
      const audience = (await loadAudiences(context, [order_id], context.now)).get(order_id);
      return audience !== undefined && takesPart(who, audience);
    },
  },
});

declare module "#operation/define/events.ts" {
  interface RecordTopics {
    "order-chat": true;
  }
}

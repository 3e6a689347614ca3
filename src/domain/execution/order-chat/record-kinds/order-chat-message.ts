/** Messages of conversations: their files are read by those who read them. */
import { defineRecordKind } from "#operation/define/record-kind.ts";
import { MESSAGE_KIND } from "../message-kind.ts";
import { findParticipant, loadAudiences } from "../records/chat.ts";
import { READABLE, readerValues } from "../records/message.ts";
import { takesPart } from "../rules.ts";

export const orderChatMessageKind = defineRecordKind({
  kind: MESSAGE_KIND,
  reading: {
    scope: "chat:read",
    async findReadable(context, ids) {
      const { actor, db, business_id } = context;
      const who = findParticipant(actor);
      if (who === null || actor.business?.features.has("order_chat") !== true) return [];
      const rows = await db.rows<{ id: number; order_id: number }>(
        `select m.id, m.order_id from order_chat_message m
          where m.business_id = $1 and m.id = any($5::bigint[]) and m.deleted_at is null and ${READABLE}`,
        [business_id, ...readerValues(who), ids],
      );
      if (who.role === "staff") return rows.map(({ id }) => id);
      const audiences = await loadAudiences(
        context,
        rows.map(({ order_id }) => order_id),
        context.now,
      );
      return rows
        .filter(({ order_id }) => {
          const audience = audiences.get(order_id);
          return audience !== undefined && takesPart(who, audience);
        })
        .map(({ id }) => id);
    },
  },
});

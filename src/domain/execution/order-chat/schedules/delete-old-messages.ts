/**
 * Delete messages that are older than the business keeps them. Numbers are not used again, so nobody takes a later
 * message for one that was deleted.
 */
import { defineSchedule } from "#operation/define/schedule.ts";
import { buildChatSettings, loadStoredSettings } from "../records/chat-settings.ts";

const DAY_MS = 86_400_000;
/** A transaction deletes this many, so that nobody waits long for its locks. */
const BATCH = 500;

export const deleteOldMessages = defineSchedule({
  name: "order-chat.delete-old-messages",
  scope: "business",
  when: { at: "03:40" },
  retries: 3,
  expires_s: 1800,

  async run(job) {
    let deleted = BATCH;
    while (deleted === BATCH && !job.stopping()) {
      deleted = await job.transaction(async ({ db, business_id, now, emit }) => {
        const row = await loadStoredSettings({ db, business_id });
        const { retention_days } = buildChatSettings(row);
        if (retention_days === null) return 0;
        const old = await db.rows<{ id: number; order_id: number }>(
          "select id, order_id from order_chat_message where business_id = $1 and sent_at < $2 order by sent_at, id limit $3",
          [business_id, new Date(now.getTime() - retention_days * DAY_MS), BATCH],
        );
        if (old.length === 0) return 0;
        // In the order of their ids, as by everybody who locks several; the events of a conversation need its lock.
        await db.execute(
          `select from order_chat where business_id = $1 and order_id = any($2::bigint[]) order by order_id for update`,
          [business_id, old.map(({ order_id }) => order_id)],
        );
        const gone = await db.rows<{ order_id: number; seq: number }>(
          "delete from order_chat_message where business_id = $1 and id = any($2::bigint[]) returning order_id, seq",
          [business_id, old.map(({ id }) => id)],
        );
        for (const [order_id, of_order] of Map.groupBy(gone, (message) => message.order_id)) {
          emit({
            subject: { type: "order_chat", id: order_id },
            kind: "order_chat.messages_expired",
            payload: {
              order_id,
              messages: of_order.length,
              up_to_seq: Math.max(...of_order.map(({ seq }) => seq)),
            },
          });
        }
        return old.length;
      });
    }
  },
});

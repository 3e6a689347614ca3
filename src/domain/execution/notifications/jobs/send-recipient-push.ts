/** Send a notification to a browser, after the commit that decided it, and record the result. */
import { defineJob } from "#operation/define/job.ts";
import type { Row } from "#operation/define/record.ts";
import { SendingFailed } from "#providers/sending.ts";
import { emitChanged, settleEnqueued } from "../records/notification.ts";
import { SEND_PUSH } from "../send.ts";

type Target = Pick<Row<"notification_push">, "endpoint" | "p256dh" | "auth">;

export const sendRecipientPush = defineJob({
  name: SEND_PUSH,
  retries: 6,
  expires_s: 60,
  concurrency: 4,

  async run(job, data) {
    const { runtime, now } = job;
    const [business_id, push_id] = [Number(data["business_id"]), Number(data["push_id"])];
    const settle = (state: "sent" | "failed", reason: string | null) =>
      job.transaction(async (context) => {
        const row = await settleEnqueued(context, Number(data["notification_id"]), { state, reason });
        if (row !== undefined) emitChanged(context, row);
        if (reason === "unsubscribed")
          await context.db.execute("delete from notification_push where business_id = $1 and id = $2", [
            business_id,
            push_id,
          ]);
      });
    const ttl_s = Math.floor((Date.parse(String(data["expires_at"])) - now.getTime()) / 1000);
    if (ttl_s <= 0) return settle("failed", "expired");
    const target = await job.reader.db.row<Target>(
      "select endpoint, p256dh, auth from notification_push where business_id = $1 and id = $2",
      [business_id, push_id],
    );
    if (target === undefined) return settle("failed", "unsubscribed");
    try {
      await runtime.providers.push
        .of(runtime.settings.secret_key)
        .send(target, { payload: JSON.stringify(data["content"]), ttl_s, urgency: "normal" });
    } catch (error) {
      // Tried again by the queue, a little later each time; anything else would fail again.
      if (!(error instanceof SendingFailed) || error.is_temporary) throw error;
      return settle("failed", error.failure === "recipient_unsubscribed" ? "unsubscribed" : error.failure);
    }
    return settle("sent", null);
  },
});

/** Send a push message to one device, after the commit that caused it. */
import { defineJob } from "#operation/define/job.ts";
import { SendingFailed } from "#providers/sending.ts";
import type { PushDeviceRow } from "../records/push-device.ts";

export const SEND_PUSH = "send-push";

type Target = Pick<PushDeviceRow, "endpoint" | "p256dh" | "auth">;

/** Only while the session that registered the device is valid. */
const TARGET = `select d.endpoint, d.p256dh, d.auth from push_device d join access_token k on k.id = d.token_id
  join account a on a.business_id = $1 and a.id = d.account_id
  where d.business_id = $1 and d.id = $2 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $3) and a.status = 'active'`;

export const sendPush = defineJob({
  name: SEND_PUSH,
  retries: 6,
  expires_s: 60,
  concurrency: 4,

  async run(job, data) {
    const { runtime, now } = job;
    const [business_id, device_id] = [Number(data["business_id"]), Number(data["device_id"])];
    const ttl_s = Math.floor((Date.parse(String(data["expires_at"])) - now.getTime()) / 1000);
    if (ttl_s <= 0) return;
    const target = await job.reader.db.row<Target>(TARGET, [business_id, device_id, now]);
    if (target === undefined) return;
    try {
      await runtime.providers.push
        .of(runtime.settings.secret_key)
        .send(target, { payload: JSON.stringify(data["content"]), ttl_s, urgency: "high" });
    } catch (error) {
      if (!(error instanceof SendingFailed)) throw error;
      if (error.failure === "recipient_unsubscribed") {
        await job.transaction(async (context) => {
          await context.db.execute("delete from push_device where business_id = $1 and id = $2", [
            business_id,
            device_id,
          ]);
        });
        return;
      }
      // Tried again by the queue, a little later each time; anything else would fail again.
      if (error.is_temporary) throw error;
      runtime.log.warn({ business_id, device_id, failure: error.failure }, "a push message was not sent");
    }
  },
});

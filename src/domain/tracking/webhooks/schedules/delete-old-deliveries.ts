/** Delete deliveries that ended 30 days ago. The events stay in the log, and in the feed. */
import { defineSchedule } from "#operation/define/schedule.ts";

const KEPT_MS = 30 * 86_400_000;
/** A transaction deletes this many, so that nobody waits long for its locks. */
const BATCH = 5000;

export const deleteOldDeliveries = defineSchedule({
  name: "webhooks.delete-old-deliveries",
  scope: "business",
  when: { at: "03:20" },
  retries: 3,
  expires_s: 1800,

  async run(job) {
    let deleted = BATCH;
    while (deleted === BATCH && !job.stopping()) {
      deleted = await job.transaction(({ db, business_id, now }) =>
        db.execute(
          `delete from webhook_delivery where business_id = $1 and id in
             (select id from webhook_delivery where business_id = $1 and created_at < $2 and next_at is null
              order by id limit $3)`,
          [business_id, new Date(now.getTime() - KEPT_MS), BATCH],
        ),
      );
    }
  },
});

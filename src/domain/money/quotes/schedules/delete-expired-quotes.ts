/** Delete quotes that nothing used, a month after they expired; until then using one is refused as expired. */
import { defineSchedule } from "#operation/define/schedule.ts";

const RETENTION_MS = 30 * 24 * 3600 * 1000;

export const deleteExpiredQuotes = defineSchedule({
  name: "quotes.delete-expired",
  scope: "installation",
  when: { at: "02:40" },
  retries: 2,
  expires_s: 600,

  run: (job) =>
    job.transaction(async ({ db, now }) => {
      await db.execute("delete from quote where expires_at < $1 and used_by_id is null", [
        new Date(now.getTime() - RETENTION_MS),
      ]);
    }),
});

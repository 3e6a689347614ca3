/** Delete codes that were sent to telephones, a day after they expired: the limits on sending count the last hour. */
import { defineSchedule } from "#operation/define/schedule.ts";

const RETENTION_MS = 24 * 3600 * 1000;

export const deleteExpiredChallenges = defineSchedule({
  name: "apps.delete-expired-challenges",
  scope: "installation",
  when: { every_s: 3600 },
  retries: 2,
  expires_s: 600,

  run: (job) =>
    job.transaction(async ({ db, now }) => {
      await db.execute("delete from app_challenge where expires_at < $1", [
        new Date(now.getTime() - RETENTION_MS),
      ]);
    }),
});

/** Delete what is needed to undo changes of routes, a week after them: by then the day is over. */
import { defineSchedule } from "#operation/define/schedule.ts";

const RETENTION_MS = 7 * 24 * 3600 * 1000;

export const deleteOldChanges = defineSchedule({
  name: "routes.delete-old-changes",
  scope: "installation",
  when: { every_s: 3600 },
  retries: 2,
  expires_s: 600,

  run: (job) =>
    job.transaction(async ({ db, now }) => {
      await db.execute("delete from route_change where at < $1", [new Date(now.getTime() - RETENTION_MS)]);
    }),
});

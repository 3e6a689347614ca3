/** Delete nonces of signatures that would be refused for their time anyway. */
import { SIGNATURE_AGE_S, TOKEN_LIFE_S } from "#locker-protocol/signature.ts";
import { defineSchedule } from "#operation/define/schedule.ts";

/** A signature may be created as long before the present as after it, and a token lives as long with different clocks. */
const RETENTION_MS = 2 * (SIGNATURE_AGE_S + TOKEN_LIFE_S) * 1000;

export const deleteOldNonces = defineSchedule({
  name: "devices.delete-old-nonces",
  scope: "installation",
  when: { every_s: 3600 },
  retries: 2,
  expires_s: 600,

  run: (job) =>
    job.transaction(async ({ db, now }) => {
      await db.execute("delete from locker_nonce where at < $1", [new Date(now.getTime() - RETENTION_MS)]);
    }),
});

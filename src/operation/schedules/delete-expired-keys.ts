/** Delete idempotency keys after seven days, and request signatures when their timestamp would be refused anyway. */
import { systemDb } from "#platform/db/db.ts";
import { CLOCK_SKEW_MAX_S } from "../caller/request-signature.ts";
import type { Runtime } from "../define/runtime.ts";
import { defineSchedule } from "../define/schedule.ts";

const KEY_RETENTION_MS = 7 * 24 * 3600 * 1000;
/** A signature is stored until its timestamp is too old to be accepted: twice the allowed clock difference. */
const SIGNATURE_RETENTION_MS = 2 * CLOCK_SKEW_MAX_S * 1000;

export const deleteExpiredKeys = defineSchedule({
  name: "operation.delete-expired-keys",
  scope: "installation",
  when: { every_s: 3600 },
  retries: 2,
  expires_s: 600,
  run: ({ runtime }) => deleteKeys(runtime),
});

async function deleteKeys({ pools, now }: Runtime): Promise<void> {
  const system = systemDb(pools.system);
  const before = (milliseconds: number) => new Date(now().getTime() - milliseconds);
  await Promise.all([
    system.execute("delete from idempotency where at < $1", [before(KEY_RETENTION_MS)]),
    system.execute("delete from signed_request where at < $1", [before(SIGNATURE_RETENTION_MS)]),
  ]);
}

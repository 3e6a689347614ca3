/** Send a message after the commit that caused it; a try that failed for now enqueues the next one. */
import { defineJob } from "#operation/define/job.ts";
import { readOnlyDb, systemDb } from "#platform/db/db.ts";
import { deliver } from "../deliver.ts";

export const deliverMessage = defineJob({
  name: "deliver-message",
  retries: 5,
  expires_s: 180,
  concurrency: 2,

  async run(job, data) {
    const message_id = Number(data["message_id"]);
    const { runtime, now } = job;
    // Messages of the platform itself belong to no business.
    const db =
      typeof data["business_id"] === "number"
        ? readOnlyDb(runtime.pools.service, data["business_id"])
        : systemDb(runtime.pools.system);
    const { settings, providers } = runtime;
    const { state, next_at } = await deliver({ db, now, settings, providers }, message_id);
    if (state !== "queued" || next_at === null) return;
    // Another process may be sending it now: then this job runs again when its claim expires.
    const wait_s = Math.max(1, Math.ceil((Date.parse(next_at) - runtime.now().getTime()) / 1000));
    await job.transaction(async ({ enqueue }) =>
      enqueue({ name: "deliver-message", data, start_after_s: wait_s }),
    );
  },
});

/** Sends a message after the commit that caused it; a try that failed for now leaves the next one in the queue. */
import { defineJob } from "#operation/job.ts";
import { doorOf, readerOf } from "#platform/db/db.ts";
import { deliver } from "../deliver.ts";

export const deliverMessage = defineJob({
  name: "deliver-message",
  retries: 5,
  expires_s: 180,
  concurrency: 2,

  async run(job, data) {
    const message_id = Number(data["message_id"]);
    const { mechanism, now } = job;
    // Messages of the platform itself belong to no business.
    const db =
      typeof data["business_id"] === "number"
        ? readerOf(mechanism.pools.service, data["business_id"])
        : doorOf(mechanism.pools.system);
    const { settings, providers } = mechanism;
    const { state, next_at } = await deliver({ db, now, settings, providers }, message_id);
    if (state !== "queued" || next_at === null) return;
    // Another one may be sending it just now: then this looks again when its claim has lapsed.
    const wait_s = Math.max(1, Math.ceil((Date.parse(next_at) - mechanism.now().getTime()) / 1000));
    await job.transaction(async ({ enqueue }) =>
      enqueue({ name: "deliver-message", data, start_after_s: wait_s }),
    );
  },
});

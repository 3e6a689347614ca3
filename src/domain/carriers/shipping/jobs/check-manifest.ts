/** Ask the carrier again for a manifest: it makes one for each reference, however often it is asked. */
import { defineJob } from "#operation/define/job.ts";
import { readOnlyDb } from "#platform/db/db.ts";
import { recordManifest } from "../manifests/record.ts";
import { requestManifest } from "../manifests/request-manifest.ts";
import { CHECK_MANIFEST } from "../manifests/start.ts";
import { ManifestRecord } from "../records/label-manifest.ts";

export const checkManifest = defineJob({
  name: "check-manifest",
  retries: 8,
  expires_s: 180,
  unique: "unfinished",

  async run(job, data) {
    const { runtime } = job;
    const [business_id, id] = [Number(data["business_id"]), Number(data["manifest_id"])];
    const db = readOnlyDb(runtime.pools.service, business_id);
    const { settings, providers, system_queries } = runtime;
    const { business, now } = job;
    const reader = { db, business_id, business, providers, settings, system_queries, now };
    const manifest = await ManifestRecord.find(reader, id);
    if (manifest?.state !== "pending") {
      await job.transaction(async ({ due }) => due.clear(CHECK_MANIFEST, id));
      return;
    }
    const outcome = await requestManifest(reader, manifest);
    await job.transaction((context) => recordManifest(context, id, outcome));
  },
});

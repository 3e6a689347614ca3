/** Ask the carrier again for a manifest: it makes one for each reference, however often it is asked. */
import { defineJob } from "#operation/define/job.ts";
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
    const id = Number(data["manifest_id"]);
    const { reader } = job;
    const manifest = await ManifestRecord.find(reader, id);
    if (manifest?.state !== "pending") {
      await job.transaction(async ({ due }) => due.clear(CHECK_MANIFEST, id));
      return;
    }
    const outcome = await requestManifest(reader, manifest);
    await job.transaction((context) => recordManifest(context, id, outcome));
  },
});

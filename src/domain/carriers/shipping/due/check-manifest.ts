/** Ask the carrier again for a manifest that it has not confirmed. */
import { defineDue } from "#operation/define/due.ts";
import { CHECK_MANIFEST } from "../manifests/start.ts";

const AGAIN_AFTER_MS = 3_600_000;

export const checkManifestDue = defineDue({
  kind: CHECK_MANIFEST,

  async run({ db, enqueue, business_id, due, now }, { subject }) {
    const manifest = await db.row(
      "select 1 as found from label_manifest where business_id = $1 and id = $2 and state = 'pending'",
      [business_id, subject],
    );
    if (manifest === undefined) return;
    // The job sets or clears it; should the job itself fail for good, it starts again.
    due.set(CHECK_MANIFEST, subject, new Date(now.getTime() + AGAIN_AFTER_MS));
    const data = { business_id, manifest_id: Number(subject) };
    enqueue({ name: "check-manifest", data, unique_key: subject });
  },
});

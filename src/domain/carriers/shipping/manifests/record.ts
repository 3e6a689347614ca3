/** Records what a carrier made of a manifest, under the lock of the manifest and then of its labels. */
import type { Context } from "#operation/define/context.ts";
import { computeNextPoll } from "../reconcile.ts";
import { changeBoughtLabel, type LabelOrderRow, lockManifested } from "../records/label.ts";
import { type LabelManifestRow, ManifestRecord } from "../records/label-manifest.ts";
import type { ManifestOutcome } from "./request-manifest.ts";
import { CHECK_MANIFEST } from "./start.ts";

export async function recordManifest(
  context: Context<never>,
  id: number,
  outcome: ManifestOutcome,
): Promise<LabelManifestRow> {
  const { now, due } = context;
  const manifest = await ManifestRecord.lock(context, id);
  if (manifest === undefined) throw new Error(`The manifest ${id} was gone.`);
  if (manifest.state !== "pending") return manifest;
  const is_pending =
    outcome.kind === "unknown" || (outcome.kind === "made" && outcome.manifest.state === "pending");
  if (is_pending) {
    const attempts = manifest.attempts + 1;
    due.set(CHECK_MANIFEST, id, computeNextPoll(now, attempts));
    return ManifestRecord.change(context, manifest, { attempts });
  }
  due.clear(CHECK_MANIFEST, id);
  const labels = await lockManifested(context, [id]);
  return outcome.kind === "refused"
    ? recordRefused(context, manifest, labels, outcome)
    : recordCreated(context, manifest, labels, outcome);
}

/** Its labels are open again, for the next end of day. */
async function recordRefused(
  context: Context<never>,
  manifest: LabelManifestRow,
  labels: readonly LabelOrderRow[],
  { failure, text }: { failure: string; text: string },
): Promise<LabelManifestRow> {
  const { id, carrier } = manifest;
  const failed = await ManifestRecord.change(context, manifest, {
    state: "failed",
    failure,
    failure_text: text,
  });
  for (const label of labels) await changeBoughtLabel(context, label, { columns: { manifest_id: null } });
  context.emit({
    subject: { type: "label_manifest", id },
    kind: "label_manifest.changed",
    payload: { carrier, state: "failed", labels: labels.length, failure },
  });
  return failed;
}

/** Labels that the carrier left out are open again. */
async function recordCreated(
  context: Context<never>,
  manifest: LabelManifestRow,
  labels: readonly LabelOrderRow[],
  outcome: Extract<ManifestOutcome, { kind: "made" | "needless" }>,
): Promise<LabelManifestRow> {
  const { id, carrier } = manifest;
  const vendor_manifest = outcome.kind === "made" ? outcome.manifest : null;
  const created = await ManifestRecord.change(context, manifest, {
    state: "created",
    carrier_reference: vendor_manifest?.carrier_reference ?? null,
  });
  const contained = labels.filter(
    ({ reference }) =>
      vendor_manifest === null ||
      vendor_manifest.purchases.length === 0 ||
      vendor_manifest.purchases.includes(reference),
  );
  for (const label of labels)
    await changeBoughtLabel(
      context,
      label,
      contained.includes(label) ? {} : { columns: { manifest_id: null } },
    );
  context.emit({
    subject: { type: "label_manifest", id },
    kind: "label_manifest.changed",
    payload: { carrier, state: "created", labels: contained.length, failure: null },
  });
  return created;
}

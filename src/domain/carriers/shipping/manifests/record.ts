/** Records what a carrier made of a manifest, under the lock of the manifest and then of its labels. */
import type { Context } from "#operation/define/context.ts";
import { changeBoughtLabel, getNextQuestion } from "../change.ts";
import type { LabelManifestRow, LabelOrderRow } from "../tables.ts";
import type { ManifestOutcome } from "./request-manifest.ts";
import { CHECK_MANIFEST } from "./start.ts";

export async function recordManifest(
  context: Context<never>,
  id: number,
  outcome: ManifestOutcome,
): Promise<LabelManifestRow> {
  const { db, business_id, now, due } = context;
  const manifest = await db.row<LabelManifestRow>(
    "select * from label_manifest where business_id = $1 and id = $2 for update",
    [business_id, id],
  );
  if (manifest === undefined) throw new Error(`The manifest ${id} was gone.`);
  if (manifest.state !== "pending") return manifest;
  const is_pending =
    outcome.kind === "unknown" || (outcome.kind === "made" && outcome.manifest.state === "pending");
  if (is_pending) {
    const attempts = manifest.attempts + 1;
    due.set(CHECK_MANIFEST, id, getNextQuestion(now, attempts));
    await db.execute("update label_manifest set attempts = $3 where business_id = $1 and id = $2", [
      business_id,
      id,
      attempts,
    ]);
    return { ...manifest, attempts };
  }
  due.clear(CHECK_MANIFEST, id);
  const labels = await db.rows<LabelOrderRow>(
    "select * from label_order where business_id = $1 and manifest_id = $2 order by id for update",
    [business_id, id],
  );
  return outcome.kind === "refused"
    ? recordRefused(context, manifest, labels, outcome)
    : recordCreated(context, manifest, labels, outcome);
}

/** Its labels are open again, for the next end of day. */
async function recordRefused(
  context: Context<never>,
  { id, carrier }: LabelManifestRow,
  labels: readonly LabelOrderRow[],
  { failure, text }: { failure: string; text: string },
): Promise<LabelManifestRow> {
  const { db, business_id, emit } = context;
  const failed = await db.row<LabelManifestRow>(
    `update label_manifest set state = 'failed', failure = $3, failure_text = $4 where business_id = $1 and id = $2 returning *`,
    [business_id, id, failure, text],
  );
  for (const label of labels) await changeBoughtLabel(context, label, { columns: { manifest_id: null } });
  emit({
    subject: { type: "label_manifest", id },
    kind: "label_manifest.changed",
    payload: { carrier, state: "failed", labels: labels.length, failure },
  });
  if (failed === undefined) throw new Error("A locked manifest was gone.");
  return failed;
}

/** Labels that the carrier left out are open again. */
async function recordCreated(
  context: Context<never>,
  { id, carrier }: LabelManifestRow,
  labels: readonly LabelOrderRow[],
  outcome: Extract<ManifestOutcome, { kind: "made" | "needless" }>,
): Promise<LabelManifestRow> {
  const { db, business_id, emit } = context;
  const made = outcome.kind === "made" ? outcome.manifest : null;
  const created = await db.row<LabelManifestRow>(
    "update label_manifest set state = 'created', carrier_reference = $3 where business_id = $1 and id = $2 returning *",
    [business_id, id, made?.carrier_reference ?? null],
  );
  if (created === undefined) throw new Error("A locked manifest was gone.");
  const contained = labels.filter(
    ({ reference }) => made === null || made.purchases.length === 0 || made.purchases.includes(reference),
  );
  for (const label of labels)
    await changeBoughtLabel(
      context,
      label,
      contained.includes(label) ? {} : { columns: { manifest_id: null } },
    );
  emit({
    subject: { type: "label_manifest", id },
    kind: "label_manifest.changed",
    payload: { carrier, state: "created", labels: contained.length, failure: null },
  });
  return created;
}

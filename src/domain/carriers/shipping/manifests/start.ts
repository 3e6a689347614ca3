/** Puts open labels on manifests: one for each carrier account, carrier and place of hand-over. */
import { randomBytes } from "node:crypto";
import type { Context } from "#operation/define/context.ts";
import type { Place } from "#vocabulary/place.ts";
import { computeNextPoll } from "../reconcile.ts";
import { type LabelOrderRow, setManifestOrPickup } from "../records/label.ts";
import { type LabelManifestRow, ManifestRecord } from "../records/label-manifest.ts";

/** A due task: ask the carrier again for a manifest that it has not confirmed. */
export const CHECK_MANIFEST = "shipping.check_manifest";

/** Equal for places that are the same for a carrier. */
export const buildOriginKey = ({ line1, postal_code = "", city = "", country = "" }: Place) =>
  [line1, postal_code, city, country].join("\n").toLowerCase();

export async function startManifests(
  context: Context<never>,
  labels: readonly LabelOrderRow[],
  date: string,
): Promise<LabelManifestRow[]> {
  const { now, actor, emit, due } = context;
  const groups = Map.groupBy(
    labels,
    ({ carrier_account_id, carrier, shipment }) =>
      `${carrier_account_id}\n${carrier}\n${buildOriginKey(shipment.from)}`,
  );
  const manifests: LabelManifestRow[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const manifest = await ManifestRecord.insert(context, {
      reference: `PM${randomBytes(10).toString("hex").toUpperCase()}`,
      carrier_account_id: first.carrier_account_id,
      carrier: first.carrier,
      origin: first.shipment.from,
      date,
      state: "pending",
      created_by: actor.account_id,
    });
    await setManifestOrPickup(context, group, { manifest_id: manifest.id });
    due.set(CHECK_MANIFEST, manifest.id, computeNextPoll(now, 1));
    emit({
      subject: { type: "label_manifest", id: manifest.id, is_new: true },
      kind: "label_manifest.changed",
      payload: { carrier: manifest.carrier, state: "pending", labels: group.length, failure: null },
    });
    manifests.push(manifest);
  }
  return manifests;
}

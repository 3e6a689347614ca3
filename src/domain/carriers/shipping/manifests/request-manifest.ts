/** Asks carriers for manifests. Outside transactions; a carrier makes one for each reference, however often it is asked. */
import { CarrierFailed, type Manifest } from "#providers/carriers/port.ts";
import { type CarrierReader, openLabelCarrier } from "../purchase/request-purchase.ts";
import type { LabelOrderRow } from "../records/label.ts";
import type { LabelManifestRow } from "../records/label-manifest.ts";
import type { LabelPackageRow } from "../records/label-package.ts";

export type ManifestOutcome =
  | { kind: "made"; manifest: Manifest }
  /** The carrier takes no manifests: what it sold is handed over without one. */
  | { kind: "needless" }
  | { kind: "refused"; failure: string; text: string }
  | { kind: "unknown"; failure: string; text: string };

type Reader = CarrierReader;

export async function requestManifest(reader: Reader, manifest: LabelManifestRow): Promise<ManifestOutcome> {
  const { db, business_id } = reader;
  const [labels, packages] = await Promise.all([
    db.rows<LabelOrderRow>(
      "select * from label_order where business_id = $1 and manifest_id = $2 order by id",
      [business_id, manifest.id],
    ),
    db.rows<LabelPackageRow>(
      `select p.* from label_package p
         join label_order o on o.business_id = p.business_id and o.id = p.label_order_id
        where p.business_id = $1 and o.manifest_id = $2 order by p.label_order_id, p.seq`,
      [business_id, manifest.id],
    ),
  ]);
  const of = Map.groupBy(packages, ({ label_order_id }) => label_order_id);
  const carrier = await openLabelCarrier(reader, manifest);
  if (!carrier.capabilities.manifests) return { kind: "needless" };
  try {
    const vendor_manifest = await carrier.manifest({
      reference: manifest.reference,
      carrier: manifest.carrier,
      from: manifest.origin,
      date: manifest.date,
      purchases: labels.map(({ id, reference, carrier_reference }) => ({
        reference,
        carrier_reference: carrier_reference ?? "",
        packages: (of.get(id) ?? []).map((one) => ({ ...one, charge_minor: null })),
      })),
    });
    return { kind: "made", manifest: vendor_manifest };
  } catch (error) {
    if (!(error instanceof CarrierFailed)) throw error;
    const { failure, message } = error;
    if (failure === "unsupported") return { kind: "needless" };
    const may_succeed = error.is_temporary || failure === "not_authorised";
    return { kind: may_succeed ? "unknown" : "refused", failure, text: message };
  }
}

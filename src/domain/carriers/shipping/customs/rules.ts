/** Which customs documents a label has: pure. */
import type { LabelOrderRow } from "../records/label.ts";

export const CUSTOMS_DOCUMENTS = ["cn22", "cn23", "commercial_invoice"] as const;
type CustomsDocumentKind = (typeof CUSTOMS_DOCUMENTS)[number];

/** UPU Convention Manual, letter-post items: a heavier shipment needs the CN 23. */
const CN22_WEIGHT_G_MAX = 2_000;

const sumWeight = (packages: readonly { weight_g: number }[]) =>
  packages.reduce((sum, { weight_g }) => sum + weight_g, 0);

/** Why a label has no such document; null where it has one. */
export function refusalOfCustomsDocument(
  { state, shipment, tracking_number }: Pick<LabelOrderRow, "state" | "shipment" | "tracking_number">,
  kind: CustomsDocumentKind,
): "not_ready" | "not_international" | "customs_missing" | "needs_cn23" | null {
  if (tracking_number === null || state === "VOIDED" || state === "REFUNDED") return "not_ready";
  if (shipment.from.country === shipment.to.country) return "not_international";
  if (shipment.customs === null || shipment.customs.lines.length === 0) return "customs_missing";
  if (kind === "cn22" && sumWeight(shipment.packages) > CN22_WEIGHT_G_MAX) return "needs_cn23";
  return null;
}

export const listCustomsDocuments = (
  order: Pick<LabelOrderRow, "state" | "shipment" | "tracking_number">,
): CustomsDocumentKind[] =>
  CUSTOMS_DOCUMENTS.filter((kind) => refusalOfCustomsDocument(order, kind) === null);

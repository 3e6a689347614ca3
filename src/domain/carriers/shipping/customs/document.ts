/** The customs documents of a label, each from the customs lines that it was bought with. */
import type { DocumentRequest } from "#domain/files/documents/public.ts";
import type { LabelOrderRow } from "../records/label.ts";
import { template as cn22 } from "./cn22.ts";
import { template as cn23 } from "./cn23.ts";
import { template as commercial_invoice } from "./commercial-invoice.ts";
import { buildCustomsContents, type CustomsContents } from "./contents.ts";
import type { CUSTOMS_DOCUMENTS } from "./rules.ts";

export const CUSTOMS_TEMPLATES = { cn22, cn23, commercial_invoice };

export function buildCustomsDocument(
  order: LabelOrderRow,
  customs: NonNullable<LabelOrderRow["shipment"]["customs"]>,
  kind: (typeof CUSTOMS_DOCUMENTS)[number],
  language: string,
): DocumentRequest<CustomsContents> {
  return {
    number: order.tracking_number ?? order.reference,
    template: CUSTOMS_TEMPLATES[kind],
    subject: { type: "label", id: order.id },
    language,
    contents: buildCustomsContents(order, customs),
  };
}

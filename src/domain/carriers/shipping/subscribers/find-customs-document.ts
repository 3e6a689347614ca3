/** A customs document that is issued again is drawn from its label as it is now. */
import { documentContentsRequested } from "#domain/files/documents/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { buildCustomsDocument, CUSTOMS_TEMPLATES } from "../customs/document.ts";
import { CUSTOMS_DOCUMENTS, refusalOfCustomsDocument } from "../customs/rules.ts";
import { getLabel } from "../records/label.ts";

export const findCustomsDocument = subscribe(
  documentContentsRequested,
  async (context, { kind, subject_id }) => {
    const customs_kind = CUSTOMS_DOCUMENTS.find((one) => CUSTOMS_TEMPLATES[one].kind === kind);
    if (customs_kind === undefined) return null;
    const label = await getLabel(context, subject_id);
    const { customs } = label.shipment;
    if (customs === null || refusalOfCustomsDocument(label, customs_kind) !== null) return null;
    return buildCustomsDocument(label, customs, customs_kind, context.business.locale);
  },
);

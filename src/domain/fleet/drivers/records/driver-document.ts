/** Documents of drivers: what one is, and how it is stored and shown. */
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { DOCUMENT_KINDS, DOCUMENT_STATUSES } from "../shapes.ts";

export interface DocumentRow extends Row<"driver_document"> {
  kind: (typeof DOCUMENT_KINDS)[number];
  status: (typeof DOCUMENT_STATUSES)[number];
}

export const DriverDocumentRecord = defineRecord<"driver_document", DocumentRow>("driver_document");

export function buildDocumentView(document: DocumentRow, today: string) {
  return { ...document, expired: document.expires_date !== null && document.expires_date < today };
}

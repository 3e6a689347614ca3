/** Rows of issued documents. */

export interface DocumentRow {
  id: number;
  business_id: number;
  kind: string;
  number: string;
  subject_type: string;
  subject_id: number;
  /** The current one. */
  version: number;
}

export interface DocumentVersionRow {
  business_id: number;
  document_id: number;
  version: number;
  language: string;
  source_hash: string;
  sha256: string;
  size_bytes: number;
  pages: number;
  unprintable: number;
  issued_by: number | null;
  issued_at: string;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    document: DocumentRow;
    document_version: DocumentVersionRow;
  }
}

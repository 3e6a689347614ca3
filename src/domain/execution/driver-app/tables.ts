/** Rows of proofs. */
import type { ProofKind } from "./rules.ts";

export interface ProofRow {
  id: number;
  business_id: number;
  /** `order`. */
  subject_type: string;
  subject_id: number;
  stop_id: number | null;
  kind: ProofKind;
  file_id: number | null;
  sha256: string | null;
  /** The code scanned or text written; a PIN is checked and not stored. */
  value: string | null;
  signed_by: string | null;
  relation: string | null;
  lat: number | null;
  lng: number | null;
  captured_at: string;
  captured_by: number | null;
  created_at: string;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    proof: ProofRow;
  }
}

import { nameCode } from "./labels.ts";
import { text } from "./text.ts";

const VALUES = ["photo", "signature", "pin", "scan", "id_check", "note"] as const;

/** Kinds of proof that can be required at delivery. */
export const listProofs = () => VALUES.map((value) => ({ value, label: text.proofs[value] }));

export function nameProof(kind: string): string {
  return nameCode(text.proofs, kind);
}

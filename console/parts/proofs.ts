/** Kinds of proof that can be required at delivery. */
export const PROOFS = [
  { value: "photo", label: "Photo" },
  { value: "signature", label: "Signature" },
  { value: "pin", label: "PIN" },
  { value: "scan", label: "Scan" },
  { value: "id_check", label: "ID check" },
  { value: "note", label: "Note" },
];

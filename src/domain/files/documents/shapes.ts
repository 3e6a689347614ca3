/** A document with one of its versions, as responses show it. */
import Type from "typebox";
import { Count, Id, Nullable } from "#vocabulary/basics.ts";

export const Document = Type.Object(
  {
    id: Id,
    kind: Type.String({ description: "What it is: order_label." }),
    number: Type.String(),
    subject_type: Type.String({ description: "What it is about: order." }),
    subject_id: Id,
    version: Type.Integer({ minimum: 1 }),
    current_version: Type.Integer({ minimum: 1 }),
    language: Type.String(),
    sha256: Type.String({ description: "Fingerprint: SHA-256 of the file." }),
    size_bytes: Type.Integer(),
    pages: Count,
    unprintable: Type.Integer({ minimum: 0, description: "Characters that no font has." }),
    issued_by: Nullable(Id),
    issued_at: Type.String({ format: "date-time" }),
  },
  { $id: "Document" },
);

export const DOCUMENT_COLUMNS = `d.id, d.kind, d.number, d.subject_type, d.subject_id, v.version, d.version as current_version,
  v.language, v.sha256, v.size_bytes, v.pages, v.unprintable, v.issued_by, v.issued_at`;

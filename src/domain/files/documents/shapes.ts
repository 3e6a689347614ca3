/** A document with one of its versions, as responses show it. */
import Type from "typebox";
import { Count, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";

export const Document = Type.Object(
  {
    id: Ref("issued_document"),
    kind: Type.String({ description: "What it is: order_label." }),
    number: Type.String(),
    subject_type: Type.String({ description: "What it is about: order." }),
    subject_id: NoRef("a record of `subject_type`"),
    version: Type.Integer({ minimum: 1 }),
    current_version: Type.Integer({ minimum: 1 }),
    language: Type.String(),
    sha256: Type.String({ description: "Fingerprint: SHA-256 of the file." }),
    size_bytes: Type.Integer(),
    pages: Count,
    unprintable: Type.Integer({ minimum: 0, description: "Characters that no font has." }),
    code: Nullable(
      Type.String({ description: "Printed on it; null of one that was issued before documents had codes." }),
    ),
    status: StringEnum(["valid", "superseded", "revoked"], {
      description: "What whoever checks this version is told.",
    }),
    revoked_at: Nullable(Type.String({ format: "date-time" })),
    issued_by: Nullable(Ref("account")),
    issued_at: Type.String({ format: "date-time" }),
  },
  { $id: "Document" },
);

export const DOCUMENT_COLUMNS = `d.id, d.kind, d.number, d.subject_type, d.subject_id, v.version, d.version as current_version,
  v.language, v.sha256, v.size_bytes, v.pages, v.unprintable, v.issued_by, v.issued_at, v.code, v.revoked_at,
  case when v.revoked_at is not null then 'revoked' when v.version < d.version and (v.code is not null or v.leaf_hash is null) then 'superseded' else 'valid' end as status`;

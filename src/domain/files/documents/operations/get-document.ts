/** An issued document: its current or an earlier version, byte for byte as it was issued. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { DocumentFile, getDocumentVersion, loadDocumentFile } from "../load-file.ts";
import { checkReader, READERS } from "../readers.ts";
import { Document } from "../shapes.ts";

export const getDocument = defineOperation({
  name: "document",
  summary: "Get an issued document",
  access: { roles: READERS, scopes: ["documents:read"] },
  rest: { method: "GET", path: "/api/v1/documents/{document_id}", bytes: "accept" },
  input: Type.Object({
    document_id: Ref("issued_document"),
    version: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: "The current one by default." }),
    ),
  }),
  output: Type.Object({ ...DocumentFile.properties, document: Document }),

  async run(context, { document_id, version }) {
    const { subject_type, subject_id } = await getDocumentVersion(context, document_id, version ?? null);
    await checkReader(context, { type: subject_type, id: subject_id });
    return loadDocumentFile(context, document_id, version ?? null);
  },
});

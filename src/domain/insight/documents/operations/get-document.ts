/** An issued document: its current or an earlier version, byte for byte as it was issued. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { readBytes } from "../issue.ts";
import { messages } from "../messages.ts";
import { DOCUMENT_COLUMNS, Document } from "../shapes.ts";

export const getDocument = defineOperation({
  name: "document",
  summary: "Read an issued document",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["documents:read"] },
  rest: { method: "GET", path: "/api/v1/documents/{document_id}", bytes: "accept" },
  input: Type.Object({
    document_id: Id,
    version: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: "The current one by default." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    document: Document,
    name: Type.String({ description: "Name of the file." }),
    content_type: Type.String(),
    content_base64: Type.String(),
  }),

  async run(context, { document_id, version }) {
    const { db, business_id, refuse } = context;
    const document = await db.row<Type.Static<typeof Document>>(
      `select ${DOCUMENT_COLUMNS}
         from document d
         join document_version v on v.business_id = d.business_id and v.document_id = d.id and v.version = coalesce($3, d.version)
        where d.business_id = $1 and d.id = $2`,
      [business_id, document_id, version ?? null],
    );
    if (document === undefined) throw refuse("not_found", { message: messages.unknown_document });
    const bytes = await readBytes(context, document.sha256);
    if (bytes === undefined) throw new Error(`The bytes of document ${document_id} are gone or damaged.`);
    return {
      result: true,
      document,
      name: `${document.kind}-${document.number}.pdf`.replaceAll(/[^\w.-]/g, "_"),
      content_type: "application/pdf",
      content_base64: bytes.toString("base64"),
    };
  },
});

/** A version of a document with its bytes. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { expectRecord } from "#operation/define/get.ts";
import { readBytes } from "./issue.ts";
import { messages } from "./messages.ts";
import { DOCUMENT_COLUMNS, type Document } from "./shapes.ts";

const fileMembers = {
  result: Type.Boolean(),
  name: Type.String({ description: "Name of the file." }),
  content_type: Type.String(),
  content_base64: Type.String(),
};
export const DocumentFile = Type.Object(fileMembers, { $id: "DocumentFile" });

/** `version`: null for the current one. Refuses `not_found`. */
export async function getDocumentVersion(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  document_id: number,
  version: number | null,
): Promise<Type.Static<typeof Document>> {
  const document = await db.row<Type.Static<typeof Document>>(
    `select ${DOCUMENT_COLUMNS}
       from document d
       join document_version v on v.business_id = d.business_id and v.document_id = d.id and v.version = coalesce($3, d.version)
      where d.business_id = $1 and d.id = $2`,
    [business_id, document_id, version],
  );
  return expectRecord(document, messages.unknown_document);
}

/** `version`: null for the current one. Refuses `not_found`. */
export async function loadDocumentFile(context: Context<never>, document_id: number, version: number | null) {
  const document = await getDocumentVersion(context, document_id, version);
  const bytes = await readBytes(context, document.sha256);
  if (bytes === undefined) throw new Error(`The bytes of document ${document_id} are gone or damaged.`);
  return {
    result: true,
    document,
    name: `${document.kind}-${document.number}.pdf`.replaceAll(/[^\w.-]/g, "_"),
    content_type: "application/pdf",
    content_base64: bytes.toString("base64"),
  };
}

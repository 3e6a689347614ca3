/** The printed sheet of a plan: a document, the same version while the plan is unchanged. */
import Type from "typebox";
import { type DocumentRequest, issueDocument } from "#domain/files/documents/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineMessages } from "#operation/response/messages.ts";
import { Count } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import type english from "./upright-words/en.json";

export const sheetOutput = {
  result: Type.Boolean(),
  name: Type.String({ description: "Name of the file." }),
  content_type: Type.String(),
  content_base64: Type.String(),
  pages: Count,
  document_id: Ref("issued_document"),
  document_version: Type.Integer(),
  sha256: Type.String({ description: "Fingerprint of the file." }),
};

export async function issueSheet(
  context: Context<"caller_disconnected">,
  {
    name,
    document,
  }: {
    /** Of the file. */
    name: string;
    document: DocumentRequest<unknown>;
  },
) {
  const { refuse, request } = context;
  const issued = await issueDocument(context, document).catch((error) => {
    throw request.disconnected?.().aborted ? refuse("caller_disconnected") : error;
  });
  return {
    result: true,
    name,
    content_type: "application/pdf",
    content_base64: issued.bytes.toString("base64"),
    pages: issued.pages,
    document_id: issued.document_id,
    document_version: issued.version,
    sha256: issued.sha256,
  };
}

/** Words of an item that does not stand on its base. */
export const UPRIGHT_WORDS = defineMessages<typeof english>(import.meta.resolve("./upright-words/"));

/** The version of a document that a link was made for, in a browser without a sign-in, until the link ends. */
import Type from "typebox";
import { linkTokenMember, respondToLink } from "#operation/caller/content-links.ts";
import { getLinkedRecordId } from "#operation/caller/link.ts";
import { defineOperation } from "#operation/define/define.ts";
import { LINK_SUBJECT, OPENED_BY, parseLinkedId } from "../links.ts";
import { DocumentFile, loadDocumentFile } from "../load-file.ts";

export const getLinkedDocument = defineOperation({
  name: OPENED_BY.name,
  summary: "Open the document of a link",
  access: { roles: [], scopes: [], link: LINK_SUBJECT },
  rest: { method: "GET", path: OPENED_BY.path, link_in_path: true, bytes: "always" },
  input: Type.Object(linkTokenMember),
  output: DocumentFile,

  async run(context) {
    respondToLink(context);
    const { document_id, version } = parseLinkedId(getLinkedRecordId(context.actor, LINK_SUBJECT));
    const { document: _document, ...file } = await loadDocumentFile(context, document_id, version);
    return file;
  },
});

/** The links to a document, newest first, whatever their state and version; their tokens are shown only when they are made. */
import Type from "typebox";
import { ContentLinks, listContentLinks } from "#operation/caller/content-links.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { LINK_SUBJECT, listLinkedIds } from "../links.ts";

export const listDocumentLinks = defineOperation({
  name: "documentLinks",
  summary: "List links to a document",
  access: { scopes: ["documents:read"] },
  rest: { method: "GET", path: "/api/v1/documents/{document_id}/links" },
  input: Type.Object({ document_id: Ref("issued_document") }),
  output: ContentLinks,

  async run(context, { document_id }) {
    const ids = await listLinkedIds(context, document_id);
    return { result: true, links: await listContentLinks(context, LINK_SUBJECT, ids) };
  },
});

/** End a link to a document at once. One that was revoked before stays as it is. */
import Type from "typebox";
import { RevokedLink, revokeContentLink } from "#operation/caller/content-links.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { LINK_SUBJECT, listLinkedIds } from "../links.ts";

export const revokeDocumentLink = defineOperation({
  name: "documentLinkRevoke",
  summary: "Revoke a link to a document",
  access: { scopes: ["documents:write"] },
  rest: { method: "DELETE", path: "/api/v1/documents/{document_id}/links/{link_id}" },
  input: Type.Object({ document_id: Ref("issued_document"), link_id: Ref("document_link") }),
  output: RevokedLink,

  async run(context, { document_id, link_id }) {
    const ids = await listLinkedIds(context, document_id);
    return revokeContentLink(context, { type: LINK_SUBJECT, ids }, link_id);
  },
});

/** Create a link that opens one version of a document without a sign-in. Its token is shown only in this response. */
import Type from "typebox";
import {
  createContentLink,
  NEW_LINK_REFUSALS,
  NewContentLink,
  newLinkMembers,
} from "#operation/caller/content-links.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { LINK_SUBJECT, listLinkedIds, OPENED_BY } from "../links.ts";
import { messages } from "../messages.ts";

export const createDocumentLink = defineOperation({
  name: "documentLinkCreate",
  summary: "Create a link to a document",
  description:
    "Whoever has the link opens this version of the document in a browser, until the link expires or is revoked.",
  destructive: false,
  access: { scopes: ["documents:write"] },
  rest: { method: "POST", path: "/api/v1/documents/{document_id}/links", status: 201 },
  secret_answer: true,
  input: Type.Object({
    document_id: Ref("issued_document"),
    version: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: "The current one by default." }),
    ),
    ...newLinkMembers,
  }),
  output: NewContentLink,
  refusals: NEW_LINK_REFUSALS,

  async run(context, { document_id, version, ...link_options }) {
    const versions = await listLinkedIds(context, document_id);
    const id = versions[(version ?? versions.length) - 1];
    if (id === undefined) throw context.refuse("not_found", { message: messages.unknown_document });
    return createContentLink(context, { type: LINK_SUBJECT, id }, OPENED_BY, link_options);
  },
});

/**
 * Withdraw a version of a document: who checks it learns that it was revoked. Its file stays readable for the business. Printed again,
 * the document gets a new version.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getDocumentVersion } from "../load-file.ts";
import { messages } from "../messages.ts";
import { revokeVersion } from "../records/document.ts";
import { Document } from "../shapes.ts";

export const revokeDocument = defineOperation({
  name: "documentRevoke",
  summary: "Revoke a version of a document",
  description:
    "Whoever checks it is told so from now on. It cannot be undone: issue the document again instead.",
  access: { scopes: ["documents:write"] },
  rest: { method: "POST", path: "/api/v1/documents/{document_id}/revoke" },
  input: Type.Object({
    document_id: Ref("issued_document"),
    version: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: "The current one by default." }),
    ),
  }),
  output: Type.Object({ result: Type.Boolean(), document: Document }),
  refusals: { no_code: "conflict" },

  async run(context, { document_id, version }) {
    const outcome = await revokeVersion(context, document_id, version ?? null);
    if (outcome === "not_found") throw context.refuse("not_found", { message: messages.unknown_document });
    if (outcome === "no_code") throw context.refuse("no_code", { message: messages.no_code });
    return { result: true, document: await getDocumentVersion(context, document_id, outcome.version) };
  },
});

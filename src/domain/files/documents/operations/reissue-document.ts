/**
 * Issue a document again as it is now, with a new code: what was lost, or fell into wrong hands, is superseded. Its family says what
 * is in it now.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { drawVersion } from "../draw-version.ts";
import { getDocumentVersion } from "../load-file.ts";
import { messages } from "../messages.ts";
import { recordVersion } from "../records/document.ts";
import { Document } from "../shapes.ts";
import { documentContentsRequested } from "../topics.ts";

export const reissueDocument = defineOperation({
  name: "documentReissue",
  summary: "Issue a document again with a new code",
  description: "The version before it is superseded, and whoever checks that one is told so.",
  access: { scopes: ["documents:write"] },
  rest: { method: "POST", path: "/api/v1/documents/{document_id}/reissue", status: 201 },
  input: Type.Object({ document_id: Ref("issued_document") }),
  output: Type.Object({ result: Type.Boolean(), document: Document }),
  refusals: { not_reissuable: "conflict" },

  async prepare(context, { document_id }) {
    const { kind, subject_type, subject_id, current_version } = await getDocumentVersion(
      context,
      document_id,
      null,
    );
    const answers = await context.publish(documentContentsRequested, { kind, subject_type, subject_id });
    const request = answers.find((answer) => answer !== null);
    if (request === undefined) throw context.refuse("not_reissuable", { message: messages.not_reissuable });
    const { drawn_version } = await drawVersion(context, request);
    const document = { kind, subject_type, subject_id, number: request.number };
    return { document, drawn_version, current_version };
  },

  async run(context, _input, { document, drawn_version, current_version }) {
    const { id, version } = await recordVersion(context, document, drawn_version, current_version);
    return { result: true, document: await getDocumentVersion(context, id, version) };
  },
});

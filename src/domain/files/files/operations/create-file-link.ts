/** Create a link that opens one file without a sign-in. Its token is shown only in this response. */
import Type from "typebox";
import {
  createContentLink,
  NEW_LINK_REFUSALS,
  NewContentLink,
  newLinkMembers,
} from "#operation/caller/content-links.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getReadableFile, LINK_SUBJECT, OPENED_BY } from "../links.ts";

export const createFileLink = defineOperation({
  name: "fileLinkCreate",
  summary: "Create a link to a file",
  description: "Whoever has the link opens this one file in a browser, until the link expires or is revoked.",
  destructive: false,
  access: { scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/files/{file_id}/links", status: 201 },
  secret_answer: true,
  input: Type.Object({ file_id: Ref("file"), ...newLinkMembers }),
  output: NewContentLink,
  refusals: NEW_LINK_REFUSALS,

  async run(context, { file_id, ...link_options }) {
    const { id } = await getReadableFile(context, file_id);
    return createContentLink(context, { type: LINK_SUBJECT, id }, OPENED_BY, link_options);
  },
});

/** End a link to a file at once. One that was revoked before stays as it is. */
import Type from "typebox";
import { RevokedLink, revokeContentLink } from "#operation/caller/content-links.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getReadableFile, LINK_SUBJECT } from "../links.ts";

export const revokeFileLink = defineOperation({
  name: "fileLinkRevoke",
  summary: "Revoke a link to a file",
  access: { scopes: ["orders:write"] },
  rest: { method: "DELETE", path: "/api/v1/files/{file_id}/links/{link_id}" },
  input: Type.Object({ file_id: Ref("file"), link_id: Ref("file_link") }),
  output: RevokedLink,

  async run(context, { file_id, link_id }) {
    const { id } = await getReadableFile(context, file_id);
    return revokeContentLink(context, { type: LINK_SUBJECT, ids: [String(id)] }, link_id);
  },
});

/** The links to a file, newest first, whatever their state; their tokens are shown only when they are made. */
import Type from "typebox";
import { ContentLinks, listContentLinks } from "#operation/caller/content-links.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getReadableFile, LINK_SUBJECT } from "../links.ts";

export const listFileLinks = defineOperation({
  name: "fileLinks",
  summary: "List links to a file",
  access: { scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/files/{file_id}/links" },
  input: Type.Object({ file_id: Ref("file") }),
  output: ContentLinks,

  async run(context, { file_id }) {
    const { id } = await getReadableFile(context, file_id);
    return { result: true, links: await listContentLinks(context, LINK_SUBJECT, [String(id)]) };
  },
});

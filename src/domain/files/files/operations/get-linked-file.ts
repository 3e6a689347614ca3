/** The file of a link, in a browser without a sign-in, until the link ends. */
import Type from "typebox";
import { linkTokenMember, respondToLink } from "#operation/caller/content-links.ts";
import { getLinkedId } from "#operation/caller/link.ts";
import { defineOperation } from "#operation/define/define.ts";
import { LINK_SUBJECT, OPENED_BY } from "../links.ts";
import { buildFileAnswer, FileAnswer } from "../read.ts";
import { FileRecord } from "../records/file.ts";

export const getLinkedFile = defineOperation({
  name: OPENED_BY.name,
  summary: "Open the file of a link",
  access: { roles: [], scopes: [], link: LINK_SUBJECT },
  rest: { method: "GET", path: OPENED_BY.path, link_in_path: true, bytes: "always" },
  input: Type.Object(linkTokenMember),
  output: FileAnswer,

  async run(context) {
    respondToLink(context);
    const file = await FileRecord.get(context, getLinkedId(context.actor, LINK_SUBJECT));
    return buildFileAnswer(context, file);
  },
});

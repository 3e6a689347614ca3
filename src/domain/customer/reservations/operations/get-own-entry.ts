/** The entry of a link, as who waits sees it. */
import Type from "typebox";
import { linkTokenMember, respondToLink } from "#operation/caller/content-links.ts";
import { getLinkedId } from "#operation/caller/link.ts";
import { defineOperation } from "#operation/define/define.ts";
import { ENTRY_OPERATIONS } from "../links.ts";
import { answerOwnEntry } from "../present.ts";
import { ENTRY } from "../records/waitlist.ts";
import { OwnEntryAnswer } from "../shapes.ts";

export const getOwnEntry = defineOperation({
  name: ENTRY_OPERATIONS.get,
  summary: "Get the waitlist entry of a link",
  access: { roles: [], scopes: [], link: ENTRY },
  rest: { method: "GET", path: "/api/v1/reservations/public/waitlist/{link}", link_in_path: true },
  localised: true,
  input: Type.Object(linkTokenMember),
  output: OwnEntryAnswer,

  run(context) {
    respondToLink(context);
    return answerOwnEntry(context, getLinkedId(context.actor, ENTRY));
  },
});

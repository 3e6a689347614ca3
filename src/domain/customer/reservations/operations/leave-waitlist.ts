/** Leave the waitlist. An offer that is open goes to the next. */
import Type from "typebox";
import { linkTokenMember } from "#operation/caller/content-links.ts";
import { getLinkedId } from "#operation/caller/link.ts";
import { defineOperation } from "#operation/define/define.ts";
import { ENTRY_OPERATIONS } from "../links.ts";
import { answerOwnEntry } from "../present.ts";
import { ENTRY } from "../records/waitlist.ts";
import { removeEntry } from "../remove-entry.ts";
import { OwnEntryAnswer } from "../shapes.ts";

export const leaveWaitlist = defineOperation({
  name: ENTRY_OPERATIONS.leave,
  summary: "Leave a waitlist",
  access: { roles: [], scopes: [], link: ENTRY },
  rest: { method: "DELETE", path: "/api/v1/reservations/public/waitlist/{link}", link_in_path: true },
  localised: true,
  limit: { name: "reservation_manage", per_s: 0.5, burst: 30 },
  input: Type.Object(linkTokenMember),
  output: OwnEntryAnswer,

  async run(context) {
    const id = getLinkedId(context.actor, ENTRY);
    // One that does not wait any more has left already.
    await removeEntry(context as never, id);
    return answerOwnEntry(context, id);
  },
});

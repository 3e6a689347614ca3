/** Take somebody off the waitlist. An offer that is open goes to the next. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { answerEntry } from "../present.ts";
import { removeEntry } from "../remove-entry.ts";
import { EntryAnswer } from "../shapes.ts";

export const removeWaitlistEntry = defineOperation({
  name: "waitlistEntryRemove",
  summary: "Remove an entry of a waitlist",
  access: { scopes: ["reservations:write"] },
  rest: { method: "DELETE", path: "/api/v1/reservations/waitlist/{entry_id}" },
  localised: true,
  input: Type.Object({ entry_id: Ref("waitlist_entry") }),
  output: EntryAnswer,
  refusals: { entry_status: "conflict" },

  async run(context, { entry_id }) {
    await removeEntry(context as never, entry_id, ({ version, status }) => {
      context.expectVersion(version);
      if (status !== "WAITING" && status !== "OFFERED")
        throw context.refuse("entry_status", { message: messages.entry_status, values: { status } });
    });
    return answerEntry(context, entry_id);
  },
});

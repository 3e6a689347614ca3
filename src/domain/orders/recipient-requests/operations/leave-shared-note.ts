/** The recipient leaves a note to the driver, which replaces an earlier one. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CHOICE_OPERATIONS } from "../choices.ts";
import { RECIPIENT_REQUEST, recordRequest } from "../request.ts";

export const leaveSharedNote = defineOperation({
  name: CHOICE_OPERATIONS.note,
  summary: "Leave a note to the driver by a link",
  ...RECIPIENT_REQUEST,
  rest: { method: "POST", path: "/api/v1/shared/tracking/note" },
  input: Type.Object({
    note: Type.String({ minLength: 1, maxLength: 300, pattern: "\\S" }),
  }),

  run: (context, { note }) =>
    recordRequest(context, { choice: "note", text: note.trim(), scheduled_date: null }),
});

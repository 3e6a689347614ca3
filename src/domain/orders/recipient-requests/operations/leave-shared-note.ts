/** The recipient leaves a note to the driver, which replaces an earlier one. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CHOICE_OPERATIONS, SUBJECT } from "../choices.ts";
import { REQUEST_LIMIT, REQUEST_REFUSALS, recordRequest } from "../request.ts";
import { ChoicesAnswer } from "../shapes.ts";

export const leaveSharedNote = defineOperation({
  name: CHOICE_OPERATIONS.note,
  summary: "Leave a note to the driver by a link",
  access: { roles: [], scopes: [], link: SUBJECT },
  rest: { method: "POST", path: "/api/v1/shared/tracking/note" },
  localised: true,
  limit: REQUEST_LIMIT,
  input: Type.Object({
    note: Type.String({ minLength: 1, maxLength: 300, pattern: "\\S" }),
  }),
  output: ChoicesAnswer,
  refusals: REQUEST_REFUSALS,

  run: (context, { note }) =>
    recordRequest(context, { choice: "note", text: note.trim(), scheduled_date: null }),
});

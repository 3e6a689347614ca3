/** The recipient chooses another day for the delivery, among those that are offered. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate } from "#vocabulary/basics.ts";
import { CHOICE_OPERATIONS } from "../choices.ts";
import { RECIPIENT_REQUEST, recordRequest } from "../request.ts";

export const chooseSharedDay = defineOperation({
  name: CHOICE_OPERATIONS.day,
  summary: "Choose another day by a link",
  ...RECIPIENT_REQUEST,
  rest: { method: "POST", path: "/api/v1/shared/tracking/day" },
  input: Type.Object({
    scheduled_date: CalendarDate,
    comment: Type.Optional(Type.String({ maxLength: 200, description: "What the business should know." })),
  }),

  run: (context, { scheduled_date, comment = "" }) =>
    recordRequest(context, { choice: "day", text: comment.trim(), scheduled_date }),
});

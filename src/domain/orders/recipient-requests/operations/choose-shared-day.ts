/** The recipient chooses another day for the delivery, among those that are offered. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate } from "#vocabulary/basics.ts";
import { CHOICE_OPERATIONS, SUBJECT } from "../choices.ts";
import { REQUEST_LIMIT, REQUEST_REFUSALS, recordRequest } from "../request.ts";
import { ChoicesAnswer } from "../shapes.ts";

export const chooseSharedDay = defineOperation({
  name: CHOICE_OPERATIONS.day,
  summary: "Choose another day by a link",
  access: { roles: [], scopes: [], link: SUBJECT },
  rest: { method: "POST", path: "/api/v1/shared/tracking/day" },
  localised: true,
  limit: REQUEST_LIMIT,
  input: Type.Object({
    scheduled_date: CalendarDate,
    comment: Type.Optional(Type.String({ maxLength: 200, description: "What the business should know." })),
  }),
  output: ChoicesAnswer,
  refusals: REQUEST_REFUSALS,

  run: (context, { scheduled_date, comment = "" }) =>
    recordRequest(context, { choice: "day", text: comment.trim(), scheduled_date }),
});

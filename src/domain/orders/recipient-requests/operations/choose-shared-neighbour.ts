/** The recipient names a neighbour who takes the goods; it replaces a safe place named before. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CHOICE_OPERATIONS } from "../choices.ts";
import { RECIPIENT_REQUEST, recordRequest } from "../request.ts";

export const chooseSharedNeighbour = defineOperation({
  name: CHOICE_OPERATIONS.neighbour,
  summary: "Choose a neighbour by a link",
  ...RECIPIENT_REQUEST,
  rest: { method: "POST", path: "/api/v1/shared/tracking/neighbour" },
  input: Type.Object({
    details: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: "\\S",
      description: "Name and door of the neighbour.",
    }),
  }),

  run: (context, { details }) =>
    recordRequest(context, { choice: "neighbour", text: details.trim(), scheduled_date: null }),
});

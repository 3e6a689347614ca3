/** The recipient names a neighbour who takes the goods; it replaces a safe place named before. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CHOICE_OPERATIONS, SUBJECT } from "../choices.ts";
import { REQUEST_LIMIT, REQUEST_REFUSALS, recordRequest } from "../request.ts";
import { ChoicesAnswer } from "../shapes.ts";

export const chooseSharedNeighbour = defineOperation({
  name: CHOICE_OPERATIONS.neighbour,
  summary: "Choose a neighbour by a link",
  access: { roles: [], scopes: [], link: SUBJECT },
  rest: { method: "POST", path: "/api/v1/shared/tracking/neighbour" },
  localised: true,
  limit: REQUEST_LIMIT,
  input: Type.Object({
    details: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: "\\S",
      description: "Name and door of the neighbour.",
    }),
  }),
  output: ChoicesAnswer,
  refusals: REQUEST_REFUSALS,

  run: (context, { details }) =>
    recordRequest(context, { choice: "neighbour", text: details.trim(), scheduled_date: null }),
});

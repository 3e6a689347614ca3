/** The recipient names a place where the goods may be left; it replaces a neighbour named before. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CHOICE_OPERATIONS, SUBJECT } from "../choices.ts";
import { REQUEST_LIMIT, REQUEST_REFUSALS, recordRequest } from "../request.ts";
import { ChoicesAnswer } from "../shapes.ts";

export const chooseSharedSafePlace = defineOperation({
  name: CHOICE_OPERATIONS.safe_place,
  summary: "Choose a safe place by a link",
  access: { roles: [], scopes: [], link: SUBJECT },
  rest: { method: "POST", path: "/api/v1/shared/tracking/safe-place" },
  localised: true,
  limit: REQUEST_LIMIT,
  input: Type.Object({
    details: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: "\\S",
      description: "Which place: behind the gate, in the shed.",
    }),
  }),
  output: ChoicesAnswer,
  refusals: REQUEST_REFUSALS,

  run: (context, { details }) =>
    recordRequest(context, { choice: "safe_place", text: details.trim(), scheduled_date: null }),
});

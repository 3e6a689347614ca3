/** The recipient names a place where the goods may be left; it replaces a neighbour named before. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CHOICE_OPERATIONS } from "../choices.ts";
import { RECIPIENT_REQUEST, recordRequest } from "../request.ts";

export const chooseSharedSafePlace = defineOperation({
  name: CHOICE_OPERATIONS.safe_place,
  summary: "Choose a safe place by a link",
  ...RECIPIENT_REQUEST,
  rest: { method: "POST", path: "/api/v1/shared/tracking/safe-place" },
  input: Type.Object({
    details: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: "\\S",
      description: "Which place: behind the gate, in the shed.",
    }),
  }),

  run: (context, { details }) =>
    recordRequest(context, { choice: "safe_place", text: details.trim(), scheduled_date: null }),
});

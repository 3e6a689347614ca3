/** The recipient writes to the business, which answers on the tracking page. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CHOICE_OPERATIONS, SUBJECT } from "../choices.ts";
import { REQUEST_LIMIT, REQUEST_REFUSALS, recordRequest } from "../request.ts";
import { ChoicesAnswer } from "../shapes.ts";

export const contactSharedSender = defineOperation({
  name: CHOICE_OPERATIONS.contact,
  summary: "Write to the business by a link",
  access: { roles: [], scopes: [], link: SUBJECT },
  rest: { method: "POST", path: "/api/v1/shared/tracking/contact" },
  localised: true,
  limit: REQUEST_LIMIT,
  input: Type.Object({
    message: Type.String({ minLength: 1, maxLength: 1000, pattern: "\\S" }),
  }),
  output: ChoicesAnswer,
  refusals: REQUEST_REFUSALS,

  run: (context, { message }) =>
    recordRequest(context, { choice: "contact", text: message.trim(), scheduled_date: null }),
});

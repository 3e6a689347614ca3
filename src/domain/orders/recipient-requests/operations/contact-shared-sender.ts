/** The recipient writes to the business, which answers on the tracking page. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CHOICE_OPERATIONS } from "../choices.ts";
import { RECIPIENT_REQUEST, recordRequest } from "../request.ts";

export const contactSharedSender = defineOperation({
  name: CHOICE_OPERATIONS.contact,
  summary: "Write to the business by a link",
  ...RECIPIENT_REQUEST,
  rest: { method: "POST", path: "/api/v1/shared/tracking/contact" },
  input: Type.Object({
    message: Type.String({ minLength: 1, maxLength: 1000, pattern: "\\S" }),
  }),

  run: (context, { message }) =>
    recordRequest(context, { choice: "contact", text: message.trim(), scheduled_date: null }),
});

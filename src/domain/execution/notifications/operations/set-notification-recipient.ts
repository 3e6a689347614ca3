/** Record what the owner of an address told somebody of the business: no notifications any more, or again. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { parseE164 } from "#vocabulary/phone.ts";
import { messages } from "../messages.ts";
import { lockRecipient, setOptedOut } from "../records/recipient.ts";

export const setNotificationRecipient = defineOperation({
  name: "clientNotificationRecipientSet",
  summary: "Stop notifications to an address, or begin them again",
  access: { scopes: ["orders:write"] },
  rest: { method: "PUT", path: "/api/v1/client/notifications/recipients" },
  input: Type.Object({
    channel: StringEnum(["sms", "email"]),
    address: Type.String({
      minLength: 3,
      maxLength: 320,
      description: "A telephone number or an e-mail address.",
    }),
    opted_out: Type.Boolean({ description: "True: no notifications are sent to it." }),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    address: Type.String({ description: "As it is compared: E.164, or in lower case." }),
    opted_out: Type.Boolean(),
  }),

  async run(context, { channel, address, opted_out }) {
    const normalized =
      channel === "sms"
        ? parseE164(address, context.business.country)
        : /^[^\s@]+@[^\s@]+$/.test(address.trim())
          ? address.trim().toLowerCase()
          : undefined;
    if (normalized === undefined) {
      throw context.refuse("invalid_request", {
        message: messages.address_not_valid,
        errors: [
          {
            field: "address",
            message: channel === "sms" ? fields.no_telephone_number : messages.no_email_address,
          },
        ],
      });
    }
    const recipient = await lockRecipient(context, channel, normalized);
    await setOptedOut(context, recipient, opted_out, "staff");
    return { result: true, address: normalized, opted_out };
  },
});

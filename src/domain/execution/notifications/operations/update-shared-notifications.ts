/** Update the notifications of the recipient of an order, and their language, by the link in a notification. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { LINK_OPERATIONS, SUBJECT } from "../link.ts";
import { messages } from "../messages.ts";
import { findAddress } from "../notified-order.ts";
import { lockRecipient, RecipientRecord, setOptedOut } from "../records/recipient.ts";
import { Language } from "../shapes.ts";
import { buildSharedAnswer, loadSharedOrder, SharedNotifications } from "../shared.ts";

export const updateSharedNotifications = defineOperation({
  name: LINK_OPERATIONS.change,
  summary: "Choose notifications by a link",
  description:
    "For the number and the address of the order. What is chosen holds for everything that the business sends to them.",
  access: { roles: [], scopes: [], link: SUBJECT },
  rest: { method: "PATCH", path: "/api/v1/shared/tracking/notifications" },
  localised: true,
  limit: { name: "notifications_choose", per_s: 0.5, burst: 20 },
  input: Type.Object({
    sms: Type.Optional(Type.Boolean({ description: "Text messages are welcome." })),
    email: Type.Optional(Type.Boolean({ description: "E-mails are welcome." })),
    language: Type.Optional(Language),
  }),
  output: SharedNotifications,

  async prepare({ providers, settings }) {
    return providers.push.of(settings.secret_key).public_key;
  },

  async run(context, { language, ...choices }, push_key) {
    const { refuse } = context;
    const order = await loadSharedOrder(context as never);
    for (const channel of ["email", "sms"] as const) {
      const receive = choices[channel];
      const address = findAddress(order, channel);
      if (receive === undefined && (language === undefined || !address)) continue;
      if (!address)
        throw refuse("invalid_request", {
          message: messages.no_such_address,
          errors: [{ field: channel, message: messages.no_such_address }],
        });
      const recipient = await lockRecipient(context, channel, address);
      if (receive !== undefined) await setOptedOut(context, recipient, !receive, "link");
      if (language !== undefined) await RecipientRecord.change(context, recipient, { language });
    }
    return buildSharedAnswer(context, order, push_key);
  },
});

/** End the notifications to an address, or begin them again, by the signed link of any e-mail. Again, it changes nothing. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { BusinessId, Id } from "#vocabulary/basics.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { isRecipientSignature } from "../link.ts";
import { messages } from "../messages.ts";
import { maskAddress, RecipientRecord, setOptedOut } from "../records/recipient.ts";

export const chooseNotifications = defineOperation({
  name: "notificationsChoose",
  summary: "Stop notifications by a link, or begin them again",
  description: "With business, recipient and signature of the link in a message.",
  access: { public: true, ignores_token: true },
  localised: true,
  rest: { method: "POST", path: "/api/v1/notifications/recipients/{recipient}/choose" },
  limit: { name: "notifications_choose", per_s: 0.5, burst: 20 },
  input: Type.Object({
    recipient: NoRef("part of a signed link", Id),
    business: BusinessId,
    signature: Type.String({ minLength: 1, maxLength: 100 }),
    receive: Type.Boolean({ description: "False: no notifications are sent to the address any more." }),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    receive: Type.Boolean(),
    address: Type.String({ description: "With most of it hidden." }),
  }),
  tenant: async (_system_queries, { business }) => business,

  async run(context, { recipient: id, signature, receive }) {
    const { refuse } = context;
    const row = isRecipientSignature(context, id, signature)
      ? await RecipientRecord.lock(context, id)
      : undefined;
    if (row === undefined) throw refuse("not_found", { message: messages.invalid_link });
    await setOptedOut(context, row, !receive, "link");
    return { result: true, receive, address: maskAddress(row.address) };
  },
});

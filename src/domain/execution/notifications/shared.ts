/** What the holder of a notification's link sees and chooses about notifications. */
import Type from "typebox";
import { getLinkedId } from "#operation/caller/link.ts";
import type { Context } from "#operation/define/context.ts";
import { LANGUAGES } from "#operation/response/language.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { SUBJECT } from "./link.ts";
import { chooseRecipientLanguage } from "./locale.ts";
import { findAddress, loadOrder, type NotifiedOrder } from "./notified-order.ts";
import { loadRecipients, maskAddress } from "./records/recipient.ts";

export const SharedNotifications = Type.Object(
  {
    result: Type.Boolean(),
    language: StringEnum(LANGUAGES, { description: "Of the notifications." }),
    channels: Type.Array(
      Type.Object({
        channel: StringEnum(["sms", "email"]),
        address: Type.String({ description: "With most of it hidden." }),
        receive: Type.Boolean(),
      }),
      { description: "Those of which the order has an address." },
    ),
    push_key: Nullable(
      Type.String({
        description: "`applicationServerKey` of `pushManager.subscribe`, base64url (RFC 8292).",
      }),
    ),
  },
  { $id: "SharedNotifications" },
);

export async function loadSharedOrder(context: Context<never>): Promise<NotifiedOrder> {
  const order = await loadOrder(context, getLinkedId(context.actor, SUBJECT));
  if (order === undefined) throw context.refuse("not_found");
  return order;
}

export async function buildSharedAnswer(
  context: Pick<Context, "db" | "business_id">,
  order: NotifiedOrder,
  push_key: string | null,
) {
  const recipients = await loadRecipients(context, order);
  const chosen_language = recipients.find(({ language }) => language !== null)?.language;
  const language = chooseRecipientLanguage(
    chosen_language,
    order.place?.country ?? "",
    order.business.locale,
  );
  return {
    result: true,
    language: LANGUAGES.find((one) => one === language) ?? "en",
    channels: (["sms", "email"] as const).flatMap((channel) => {
      const address = findAddress(order, channel);
      if (!address) return [];
      const known_recipient = recipients.find((one) => one.channel === channel);
      return [
        { channel, address: maskAddress(address), receive: (known_recipient?.opted_out_at ?? null) === null },
      ];
    }),
    push_key,
  };
}

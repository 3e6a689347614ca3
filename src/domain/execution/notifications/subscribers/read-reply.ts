/** A reply to a text message that ends notifications, or begins them again. */
import { textReceived } from "#domain/communication/messaging/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { lockRecipient, setOptedOut } from "../records/recipient.ts";
import { readReply } from "../rules.ts";

export const readRecipientReply = subscribe(textReceived, async (context, { from, text }) => {
  const reply = readReply(text);
  if (reply === null) return;
  const recipient = await lockRecipient(context, "sms", from);
  await setOptedOut(context, recipient, reply === "stop", "reply");
});

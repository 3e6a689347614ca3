/** Topics of messages to people. */
import { defineTopic } from "#operation/define/topic.ts";

/** A text message reached a number of the business. It has not been stored. */
export const textReceived = defineTopic<{ from: string; text: string }>("messaging.text_received");

/** The address and the number of an account, to which it sends itself a test. */
export const ownAddressRequested = defineTopic<
  { account_id: number | null },
  { email: string; phone_e164: string | null } | undefined
>("messaging.own_address_requested");

/** Topics of messages to people. */
import { defineTopic } from "#operation/define/topic.ts";

/** A text message reached a number of the business. It has not been stored. */
export const textReceived = defineTopic<{ from: string; text: string }>("messaging.text_received");

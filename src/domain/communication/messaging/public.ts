/** What other families may do with messages to people: enqueue one, send it at once, ask whether one can be sent. */

export { deliver } from "./deliver.ts";
export { enqueueEmail, enqueueSms } from "./enqueue.ts";
export { DeliveryAnswer, enqueueTest, TEST_REFUSALS } from "./send-test.ts";
export { isEmailSent, isSmsConfigured } from "./senders.ts";
export { NEW_SMS } from "./shapes.ts";
export { ownAddressRequested, textReceived } from "./topics.ts";

/** What other families may do with push messages: enqueue one, and take the subscription of a browser. */
export { enqueuePush } from "./enqueue.ts";
export { messages as pushMessages } from "./messages.ts";
export { PushSubscription } from "./subscription.ts";

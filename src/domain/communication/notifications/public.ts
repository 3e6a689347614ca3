/** What other families know of notifications: the operations of their links, and that the link of an order is needed. */
export { LINK_OPERATIONS as NOTIFICATION_OPERATIONS } from "./link.ts";
export { trackingLinkNeeded } from "./topics.ts";

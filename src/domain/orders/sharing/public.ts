/** Links to orders for families that send them: the link of a recipient, and the operation by which it shows notifications. */
export { NOTIFICATIONS_OPERATION } from "./links.ts";
export { createRecipientLink } from "./recipient-link.ts";

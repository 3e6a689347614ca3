/** What notifications ask of families above them. */
import { defineTopic } from "#operation/define/topic.ts";

export interface TrackingLink {
  link_id: number;
  token: string;
  expires_at: string;
}

/**
 * A link to the tracking of an order is needed for its recipient, with everything that the business lets recipients do, and
 * with these further operations. One subscriber creates it, in this transaction.
 */
export const trackingLinkNeeded = defineTopic<
  { order_id: number; operations: readonly string[]; days: number },
  TrackingLink
>("notifications.tracking_link_needed");

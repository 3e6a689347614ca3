/** What apps tell families above them. */
import { defineTopic } from "#operation/define/topic.ts";
import type { Place } from "#vocabulary/place.ts";

/** Somebody registered through an app, and is a customer with this address from now on. */
export const customerRegistered = defineTopic<{ customer_id: number; place: Place }>(
  "app.customer_registered",
);

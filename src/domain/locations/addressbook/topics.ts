/** Topics that the address book publishes to request data from other families. */
import { defineTopic } from "#operation/define/topic.ts";
import type { Place } from "#vocabulary/place.ts";

/** An address of a past or planned delivery. */
export interface PastAddress {
  place: Place;
  was_delivered: boolean;
  /** How well it matches, as scored by the search that found it. */
  score: number;
}

/** Past addresses that match a search text and that the caller may see; delivered ones first. */
export const pastAddressesRequested = defineTopic<{ text: string; limit: number }, PastAddress[]>(
  "addresses.past_wanted",
);

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

/** Where a driver goes: the stops and ends of its routes that are released and not closed yet. */
export const drivenPlacesRequested = defineTopic<{ driver_id: number | null }, (Place | null)[]>(
  "addresses.driven_places_requested",
);

/** Where the open orders that are assigned to an account of a contractor go, the newest orders first. */
export const assignedPlacesRequested = defineTopic<
  { account_id: number | null; orders_max: number },
  (Place | null)[]
>("addresses.assigned_places_requested");

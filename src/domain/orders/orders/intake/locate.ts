/** Positions of the places of an order: as given, from the address book, or from the geocoder. For `prepare` only. */
import { findPosition, resolvePlaces } from "#domain/locations/addressbook/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Place } from "#vocabulary/place.ts";
import { hasPosition } from "../lifecycle/merge-order.ts";

interface WithPlaces {
  pickup?: Place | null;
  dropoff?: Place | null;
  customer_id?: number | null;
}

/** A place that nobody knows keeps no position: its order exists, and cannot be planned. */
export async function locatePlaces<T extends WithPlaces>(
  context: Pick<Context, "db" | "business_id" | "actor" | "business" | "providers">,
  draft: T,
): Promise<T> {
  const [resolved = draft] = await resolvePlaces(context, [draft]);
  const find = async (place: Place | null | undefined) => {
    if (!place || hasPosition(place)) return place;
    const position = await findPosition(context, place);
    return position === undefined ? place : { ...place, ...position };
  };
  const [pickup, dropoff] = await Promise.all([find(resolved.pickup), find(resolved.dropoff)]);
  return {
    ...resolved,
    ...(pickup === undefined ? {} : { pickup }),
    ...(dropoff === undefined ? {} : { dropoff }),
  };
}

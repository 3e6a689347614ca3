/** The position of a warehouse's address: as given, from the address book, or geocoded. */
import { findPosition, resolvePlaces } from "#domain/locations/addressbook/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Place } from "#vocabulary/place.ts";

/** In `prepare`: a geocoder may be asked. Without a result the place keeps no position. */
export async function locatePlace(context: Context<never>, place: Place): Promise<Place> {
  if (hasPosition(place)) return place;
  const [resolved] = await resolvePlaces(context, [{ pickup: place }]);
  if (resolved?.pickup && hasPosition(resolved.pickup)) return resolved.pickup;
  const position = await findPosition(context, place);
  return position === undefined ? place : { ...place, ...position };
}

export function hasPosition({ lat, lng }: Place): boolean {
  return (lat ?? null) !== null && (lng ?? null) !== null;
}

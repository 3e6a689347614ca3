/** Gives the depot of a business the position of its entry, or the one that the geocoder finds. */
import { depotPositionRequested } from "#domain/identity/settings/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { findPosition, resolvePlaces } from "../public.ts";

export const locateDepot = subscribe(depotPositionRequested, async (context, { place }) => {
  const [resolved] = await resolvePlaces(context, [{ pickup: place }]);
  const known = resolved?.pickup;
  if (known && (known.lat ?? null) !== null) return known;
  const found = await findPosition(context, place);
  return found === undefined ? place : { ...place, ...found };
});

/** Gives the depot of a business the position of its entry, or the one that the geocoder finds. */
import { depotPositionRequested } from "#domain/identity/settings/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { findPosition, resolvePlaces } from "../public.ts";

export const locateDepot = subscribe(depotPositionRequested, async (context, { place }) => {
  const [resolved] = await resolvePlaces(context, [{ pickup: place }]);
  const resolved_pickup = resolved?.pickup;
  if (resolved_pickup && (resolved_pickup.lat ?? null) !== null) return resolved_pickup;
  const position = await findPosition(context, place);
  return position === undefined ? place : { ...place, ...position };
});

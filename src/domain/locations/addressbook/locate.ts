/** Calls the geocoder, outside any transaction; it may be slow, wrong or unavailable. */
import type { Context } from "#operation/define/context.ts";
import { findPositionFault } from "#platform/geography/position.ts";
import type { GeocodeAnswer } from "#providers/geocoders/port.ts";
import type { Place } from "#vocabulary/place.ts";
import { fold } from "./normalise.ts";

/** A result with a lower score is only a suggestion, and moves no entry. */
const RELIABLE_SCORE = 0.5;

export interface GeocoderResult {
  answers: GeocodeAnswer[];
  /** False when the geocoder call failed: the response shows it, and nothing else fails. */
  available: boolean;
}

export async function callGeocoder(
  { providers }: Pick<Context, "providers">,
  place: Partial<Place>,
  most: number,
): Promise<GeocoderResult> {
  try {
    return { answers: await providers.geocoder.geocode(place, most), available: true };
  } catch {
    return { answers: [], available: false };
  }
}

/** The first result that may position an entry: its score is high enough, and it is in the city and the country of the address. */
export function findReliableAnswer(
  answers: readonly GeocodeAnswer[],
  place: Partial<Place>,
): GeocodeAnswer | undefined {
  return answers.find(
    ({ score, city, lat, lng }) =>
      score >= RELIABLE_SCORE &&
      (!place.city || city === "" || fold(city) === fold(place.city)) &&
      findPositionFault({ lat, lng, country: place.country }) === null,
  );
}

/** Coordinates for an address that has none; undefined when there is no reliable result. */
export async function locate(
  context: Pick<Context, "providers">,
  place: Partial<Place>,
): Promise<GeocodeAnswer | undefined> {
  if ((place.lat ?? null) !== null) return undefined;
  const { answers } = await callGeocoder(context, place, 3);
  return findReliableAnswer(answers, place);
}

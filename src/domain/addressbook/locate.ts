/** Asking the geocoder, outside any transaction; it may be slow, wrong or down. */
import type { Context } from "#operation/context.ts";
import type { GeocodeAnswer } from "#providers/geocoders/port.ts";
import type { Place } from "#vocabulary/place.ts";
import { fold } from "./normalise.ts";

/** An answer less sure than this is shown as a suggestion, and moves no entry. */
const BELIEVED_SCORE = 0.5;

export interface Located {
  answers: GeocodeAnswer[];
  /** False when the geocoder could not be asked: the caller is told, and nothing else fails. */
  available: boolean;
}

export async function askGeocoder(
  { providers }: Pick<Context, "providers">,
  place: Partial<Place>,
  most: number,
): Promise<Located> {
  try {
    return { answers: await providers.geocoder.geocode(place, most), available: true };
  } catch {
    return { answers: [], available: false };
  }
}

/** The answer that an entry may be placed by: sure enough, and in the city that the address names. */
export function believable(
  answers: readonly GeocodeAnswer[],
  place: Partial<Place>,
): GeocodeAnswer | undefined {
  return answers.find(
    ({ score, city }) =>
      score >= BELIEVED_SCORE && (!place.city || city === "" || fold(city) === fold(place.city)),
  );
}

/** Coordinates for an address that has none; undefined when nothing sure is known. */
export async function locate(
  context: Pick<Context, "providers">,
  place: Partial<Place>,
): Promise<GeocodeAnswer | undefined> {
  if ((place.lat ?? null) !== null) return undefined;
  const { answers } = await askGeocoder(context, place, 3);
  return believable(answers, place);
}

/** The key under which two writings of one address are the same. Pure. */
import type { Place } from "#vocabulary/place.ts";

/** Lower case, no accents, no punctuation, single spaces; any script. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Street, unit, postal code, city and country: the same street in two cities differs, and so do two units. */
export function keyOf(place: Partial<Place>): string {
  return [place.line1, place.line2, place.postal_code, place.city, place.country].map((part) => fold(part ?? "")).join("|");
}
